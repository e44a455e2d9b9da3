import { describe } from '@jest/globals';
import { describeCampaignSize } from './describe-campaign-size.js';

describe('the size of a campaign', () => describeCampaignSize(50));
