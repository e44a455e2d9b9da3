import type { components } from '@parley/contract/v3';
import { createChat } from '@parley/testkit';

import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export type MessageSend = components['schemas']['MessageSend'];

export const unknownId = '0193a1e0-5c00-7000-8000-00000000ffff';

/** Returns functions that call the message operations for the tenant of the world. */
export function messageCalls(stage: Stage, world: RenewableWorld) {
  function send(body: MessageSend) {
    return world.v3.call('sendMessage', { body });
  }

  /** Creates a chat whose reply window is open for an hour. */
  async function openChat(values: Parameters<typeof createChat>[2] = {}): Promise<string> {
    const openUntil = new Date('2026-10-15T10:30:00.000Z');
    return (await createChat(stage.database, world.tenant.id, { openUntil, ...values })).id;
  }

  return { send, openChat };
}
