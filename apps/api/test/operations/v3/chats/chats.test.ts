import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../../support/use-stage.js';
import { describeAssignmentByStrategy } from './assign-by-strategy.js';
import { describeChatChange } from './change-chat.js';
import { describeChatNotes } from './chat-notes.js';
import { describeChatCreation } from './create-chat.js';
import { describeChatReadsAndDeletions } from './read-and-delete.js';
import { describeChatSearch } from './search.js';
import { describeChatStatus } from './status.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('chat handling', () => {
  describeChatCreation(stage, world);
  describeChatChange(stage, world);
  describeAssignmentByStrategy(stage, world);
  describeChatNotes(stage, world);
});

describe('chat status', () => describeChatStatus(stage, world));
describe('chat reads and deletions', () => describeChatReadsAndDeletions(stage, world));
describe('chat search', () => describeChatSearch(stage));
