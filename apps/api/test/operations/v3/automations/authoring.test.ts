import { describe } from '@jest/globals';
import { useStage, useWorld } from '../../support/use-stage.js';
import { describeAutomationChange } from './change-automation.js';
import { describeAutomationCreation } from './create-automation.js';
import { describeLargeAutomations } from './create-large-automation.js';
import { describeQuestionCreation } from './create-question.js';
import { describeSchedules } from './describe-schedules.js';
import { describeAutomationTriggers } from './describe-triggers.js';

describe('automation authoring', () => {
  const stage = useStage();
  const world = useWorld(stage);

  describeAutomationCreation(stage, world);
  describeLargeAutomations(world);
  describeQuestionCreation(stage, world);
  describeAutomationTriggers(stage, world);
  describeSchedules(stage, world);
  describeAutomationChange(stage, world);
});
