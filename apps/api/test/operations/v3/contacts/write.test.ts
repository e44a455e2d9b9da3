import { describe } from '@jest/globals';
import { useStage, useWorld } from '../../support/use-stage.js';
import { describeContactCreation } from './create-contact.js';
import { describeContactDeletion } from './delete-contact.js';
import { describeContactHandles } from './handles.js';
import { describeContactMerge } from './merge.js';
import { describeContactUpdate } from './update-contact.js';

describe('contact writes', () => {
  const stage = useStage();
  const world = useWorld(stage);

  describeContactCreation(stage, world);
  describeContactUpdate(stage, world);
  describeContactDeletion(stage, world);
  describeContactHandles(stage, world);
  describeContactMerge(stage, world);
});
