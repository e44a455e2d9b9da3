import { describe } from '@jest/globals';
import { describeApiWebhooks } from './api-webhooks.js';
import { describeAttributes } from './attributes.js';
import { describeBroadcastContacts } from './broadcast-contacts.js';
import { describeBroadcastTiming } from './broadcast-timing.js';
import { describeBroadcasts } from './broadcasts.js';

// One file for Jest, which loads all modules again for each: 2.4 s of CPU time.
describe('attributes', describeAttributes);
describe('api webhooks', describeApiWebhooks);
describe('broadcasts', describeBroadcasts);
describe('broadcast contacts', describeBroadcastContacts);
describe('broadcast timing', describeBroadcastTiming);
