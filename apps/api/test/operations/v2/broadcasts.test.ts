import { describe } from '@jest/globals';
import { useStage, useWorld } from '../support/use-stage.js';
import { describeBroadcastCreation } from './create-broadcast.js';
import { describeBroadcastList } from './list-broadcasts.js';
import { describeBroadcastErrors } from './refuse-broadcast.js';

describe('broadcasts', () => {
  const stage = useStage();
  const world = useWorld(stage);

  describeBroadcastList(stage, world);
  describeBroadcastCreation(stage, world);
  describeBroadcastErrors(stage, world);
});
