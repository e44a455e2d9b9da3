import { jsonBodies } from '../../../../packages/testkit/src/abuse/json-bodies.js';
import { useStage } from '../operations/support/use-stage.js';
import { describeLargeBodies } from './cases/large-bodies.js';

const stage = useStage();

describeLargeBodies(() => stage, jsonBodies);
