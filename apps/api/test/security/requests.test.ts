import { afterAll, beforeAll } from '@jest/globals';
import { stopTestApis } from '../http/support/start-test-api.js';
import { type Stage, startStage } from '../operations/support/start-stage.js';
import { describeActiveContent } from './cases/active-content.js';
import { describeFilterTexts } from './cases/filter-texts.js';
import { describeInjection } from './cases/injection.js';
import { describeIssuerTokens } from './cases/issuer-tokens.js';
import { describeOddJson } from './cases/odd-json.js';
import { describeRepeatedHost } from './cases/repeated-host.js';
import { describeTokens } from './cases/tokens.js';

let stage: Stage;

// All cases share one app, since starting it takes longer than most of them.
beforeAll(async () => {
  stage = await startStage();
});

afterAll(async () => {
  await stopTestApis();
  await stage?.stop();
});

describeTokens(() => stage);
describeIssuerTokens(() => stage);
describeInjection(() => stage);
describeRepeatedHost(() => stage);
describeActiveContent(() => stage);
describeOddJson(() => stage);
describeFilterTexts(() => stage);
