import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../../support/use-stage.js';
import { describeCampaignContent } from './campaign-content.js';
import { describeCampaignEnd } from './cancel-campaign.js';
import { describeCampaignCreation } from './create-campaign.js';
import { describeMessageTemplateReads } from './read-message-template.js';
import { describeCampaignSearch } from './search.js';
import { describeSegments } from './segments.js';
import { describeCampaignStart } from './start-campaign.js';
import { describeMessageTemplateSubmission } from './submit-message-template.js';
import { describeCampaignUpdate } from './update-campaign.js';
import { describeMessageTemplateWrites } from './write-message-template.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('campaigns', () => {
  describeCampaignCreation(stage, world);
  describeCampaignContent(stage, world);
  describeCampaignUpdate(stage, world);
  describeCampaignStart(stage, world);
  describeCampaignEnd(stage, world);
});

describe('campaign search', () => describeCampaignSearch(stage));
describe('segments', () => describeSegments(stage));

describe('message templates', () => {
  describeMessageTemplateWrites(stage);
  describeMessageTemplateReads(stage);
  describeMessageTemplateSubmission(stage);
});
