import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../../support/use-stage.js';
import { describeEventSearch } from './search-events.js';
import { describeEventStream } from './stream-events.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('events', () => describeEventSearch(stage, world));
describe('streamEvents', () => describeEventStream(stage, world));
