import { describe } from '@jest/globals';
import { describeCampaigns } from './campaigns.js';
import { describeMessageTemplates } from './message-templates.js';
import { describeCampaignSearch } from './search.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('campaigns', describeCampaigns);
describe('campaign search', describeCampaignSearch);
describe('message templates', describeMessageTemplates);
