import { describe } from '@jest/globals';
import { useStage, useWorld } from '../../support/use-stage.js';
import { describeWebhookCreation } from './create-webhook.js';
import { describeWebhookUpdate } from './update-webhook.js';

describe('api webhooks', () => {
  const stage = useStage();
  const world = useWorld(stage);

  describeWebhookCreation(stage, world);
  describeWebhookUpdate(stage, world);
});
