import type { components } from '@parley/contract/v3';

import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

/** Calls of the webhook operations, for the tenant of the world. */
export function webhookCalls(stage: Stage, world: RenewableWorld) {
  function update(body: components['schemas']['ApiWebhookUpdate'], webhookId = world.webhook.id) {
    return world.v3.call('updateApiWebhook', { params: { webhookId }, body });
  }

  function stored(id = world.webhook.id) {
    return stage.database.prisma.webhook.findFirstOrThrow({
      where: { id },
      include: { events: { orderBy: { position: 'asc' } } },
    });
  }

  return { update, stored };
}
