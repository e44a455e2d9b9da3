import { describe } from '@jest/globals';
import { useStage, useWorld } from '../../support/use-stage.js';
import { describeCampaignContent } from './campaign-content.js';
import { describeCampaignEnd } from './cancel-campaign.js';
import { describeCampaignCreation } from './create-campaign.js';
import { describeCampaignStart } from './start-campaign.js';
import { describeCampaignUpdate } from './update-campaign.js';

describe('campaigns', () => {
  const stage = useStage();
  const world = useWorld(stage);

  describeCampaignCreation(stage, world);
  describeCampaignContent(stage, world);
  describeCampaignUpdate(stage, world);
  describeCampaignStart(stage, world);
  describeCampaignEnd(stage, world);
});
