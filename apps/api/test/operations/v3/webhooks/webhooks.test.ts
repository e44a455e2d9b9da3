import { describe } from '@jest/globals';
import { describeApiWebhooks } from './api-webhooks.js';
import { describeDeliveries } from './deliveries.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('api webhooks', describeApiWebhooks);
describe('deliveries', describeDeliveries);
