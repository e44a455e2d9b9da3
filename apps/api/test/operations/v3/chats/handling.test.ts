import { describe } from '@jest/globals';
import { useStage, useWorld } from '../../support/use-stage.js';
import { describeAssignmentByStrategy } from './assign-by-strategy.js';
import { describeChatChange } from './change-chat.js';
import { describeChatNotes } from './chat-notes.js';
import { describeChatCreation } from './create-chat.js';

describe('chat handling', () => {
  const stage = useStage();
  const world = useWorld(stage);

  describeChatCreation(stage, world);
  describeChatChange(stage, world);
  describeAssignmentByStrategy(stage, world);
  describeChatNotes(stage, world);
});
