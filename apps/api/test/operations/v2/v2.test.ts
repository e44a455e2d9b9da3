import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../support/use-stage.js';
import { describeApiWebhooks } from './api-webhooks.js';
import { describeAttributes } from './attributes.js';
import { describeBroadcastContacts } from './broadcast-contacts.js';
import { describeBroadcastTiming } from './broadcast-timing.js';
import { describeBroadcastCreation } from './create-broadcast.js';
import { describeBroadcastList } from './list-broadcasts.js';
import { describeBroadcastErrors } from './refuse-broadcast.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('api webhooks', () => describeApiWebhooks(stage, world));
describe('attributes', () => describeAttributes(stage, world));

describe('broadcasts', () => {
  describeBroadcastList(stage, world);
  describeBroadcastCreation(stage, world);
  describeBroadcastErrors(stage, world);
});

describe('broadcast contacts', () => describeBroadcastContacts(stage, world));
describe('broadcast timing', () => describeBroadcastTiming(stage));
