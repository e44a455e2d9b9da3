import { afterAll } from '@jest/globals';
import { jsonBodies } from '../../../../packages/testkit/src/abuse/json-bodies.js';
import { stopTestApis } from '../http/support/start-test-api.js';
import { useStage } from '../operations/support/use-stage.js';
import { describeFrozenDatabase } from './cases/frozen-database.js';
import { describeHostileBodies } from './cases/hostile-bodies.js';
import { describeHostileFilters } from './cases/hostile-filters.js';
import { describeLargeBodies } from './cases/large-bodies.js';
import { describePathTricks } from './cases/path-tricks.js';

// All cases share one app, since starting it takes longer than most of them. The APIs that they start use its database.
afterAll(stopTestApis);
const stage = useStage();

/** Every body that is refused, and one that is accepted: storing its 5,000 contacts takes longer than all the others. */
const fewBodies = [
  ...jsonBodies.filter(({ status }) => status === 400),
  ...jsonBodies.filter(({ status }) => status === 200).slice(0, 1),
];

describeHostileBodies(() => stage);
describeLargeBodies(() => stage, fewBodies);
describeHostileFilters(() => stage);
describePathTricks(() => stage);
describeFrozenDatabase(() => stage);
