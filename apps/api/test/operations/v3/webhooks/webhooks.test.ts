import { describe } from '@jest/globals';
import { resetClockAfterEach, useStage, useWorld } from '../../support/use-stage.js';
import { describeWebhookCreation } from './create-webhook.js';
import { describeDeliveries } from './deliveries.js';
import { describeWebhookUpdate } from './update-webhook.js';

const stage = useStage();
const world = useWorld(stage);
resetClockAfterEach(stage);

describe('api webhooks', () => {
  describeWebhookCreation(stage, world);
  describeWebhookUpdate(stage, world);
});

describe('deliveries', () => describeDeliveries(stage, world));
