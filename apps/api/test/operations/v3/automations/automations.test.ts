import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../../support/use-stage.js';
import { describeAutomationChange } from './change-automation.js';
import { describeAutomationCreation } from './create-automation.js';
import { describeLargeAutomations } from './create-large-automation.js';
import { describeQuestionCreation } from './create-question.js';
import { describeSchedules } from './describe-schedules.js';
import { describeAutomationTriggers } from './describe-triggers.js';
import { describeAutomationRuns } from './runs.js';
import { describeAutomationSearch } from './search.js';
import { describeTriggerAutomation } from './trigger.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('automation authoring', () => {
  describeAutomationCreation(stage, world);
  describeLargeAutomations(world);
  describeQuestionCreation(stage, world);
  describeAutomationTriggers(stage, world);
  describeSchedules(stage, world);
  describeAutomationChange(stage, world);
});

describe('automation triggers', () => describeTriggerAutomation(stage, world));
describe('automation runs', () => describeAutomationRuns(stage));
describe('automation search', () => describeAutomationSearch(stage));
