import { jest } from '@jest/globals';
import { describeCampaignResults } from './campaign-results-migration.js';
import { describeChatStates } from './chat-states-migration.js';
import { describeKeptSecrets } from './keep-every-rotated-secret.js';
import { describeKeptTypes } from './keep-type-of-v2-webhooks.js';
import { describeOrderedEnums } from './order-enums-as-declared.js';
import { useEarlierStates } from './support/use-earlier-states.js';
import { describeCountedUsage } from './usage-of-limits.js';

jest.setTimeout(120_000);

const states = useEarlierStates();

// In the order of the migrations, so that each is applied once.
describeKeptSecrets(states);
describeKeptTypes(states);
describeOrderedEnums(states);
describeCountedUsage(states);
describeChatStates(states);
describeCampaignResults(states);
