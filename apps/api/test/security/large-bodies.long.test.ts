import { afterAll, beforeAll } from '@jest/globals';
import { jsonBodies } from '../../../../packages/testkit/src/abuse/json-bodies.js';
import { type Stage, startStage } from '../operations/support/start-stage.js';
import { describeLargeBodies } from './cases/large-bodies.js';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});

afterAll(() => stage?.stop());

describeLargeBodies(() => stage, jsonBodies);
