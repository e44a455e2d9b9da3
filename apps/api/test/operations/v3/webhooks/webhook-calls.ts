import type { components } from '@parley/contract/v3';
import { openStoredWebhook } from '@parley/testkit';

import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

/** Returns functions that call the webhook operations for the tenant of the world. */
export function webhookCalls(stage: Stage, world: RenewableWorld) {
  function update(body: components['schemas']['ApiWebhookUpdate'], webhookId = world.webhook.id) {
    return world.v3.call('updateApiWebhook', { params: { webhookId }, body });
  }

  /** Returns the stored row, with its secrets decrypted. */
  async function stored(id = world.webhook.id) {
    const row = await stage.database.prisma.webhook.findFirstOrThrow({
      where: { id },
      include: { events: { orderBy: { position: 'asc' } } },
    });
    return openStoredWebhook(stage.database, row);
  }

  return { update, stored };
}
