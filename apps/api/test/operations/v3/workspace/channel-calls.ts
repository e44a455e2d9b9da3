import type { components } from '@parley/contract/v3';
import { expectStatus, openStoredChannel } from '@parley/testkit';

import type { Stage } from '../../support/start-stage.js';

export type Schemas = components['schemas'];

export const whatsapp = {
  type: 'whatsapp',
  provider: 'whatsapp',
  name: 'WhatsApp Berlin',
  settings: { phoneNumberId: '106540352242922', messagesPerSecond: 20 },
  secrets: { accessToken: 'EAAJB-token', appSecret: 'of-the-app', verifyToken: 'chosen by us' },
} as const;

/** Returns functions that call the channel operations. */
export function channelCalls(stage: Stage) {
  async function create(body: Schemas['ChannelCreate']): Promise<Schemas['Channel']> {
    return expectStatus(await stage.v3.call('createChannel', { body }), 200).body.data;
  }

  /** Returns the stored row, with its secrets decrypted. */
  async function findStored(id: string) {
    const row = await stage.database.prisma.channel.findFirstOrThrow({ where: { id } });
    return openStoredChannel(stage.database, row);
  }

  return { create, findStored };
}
