import { afterAll } from '@jest/globals';
import { stopTestApis } from '../http/support/start-test-api.js';
import { useStage } from '../operations/support/use-stage.js';
import { describeActiveContent } from './cases/active-content.js';
import { describeFilterTexts } from './cases/filter-texts.js';
import { describeInjection } from './cases/injection.js';
import { describeIssuerTokens } from './cases/issuer-tokens.js';
import { describeOddJson } from './cases/odd-json.js';
import { describeRepeatedHost } from './cases/repeated-host.js';
import { describeTokens } from './cases/tokens.js';

// All cases share one app, since starting it takes longer than most of them. The APIs that they start use its database.
afterAll(stopTestApis);
const stage = useStage();

describeTokens(() => stage);
describeIssuerTokens(() => stage);
describeInjection(() => stage);
describeRepeatedHost(() => stage);
describeActiveContent(() => stage);
describeOddJson(() => stage);
describeFilterTexts(() => stage);
