import { sendMessage } from '../../src/index.js';
import { startTime } from '../test-context.js';
import { createChat } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { publicUrl } from './received-message.js';

export const hour = 60 * 60 * 1_000;
export const inAnHour = new Date(new Date(startTime).getTime() + hour);

export type Sending = Omit<Parameters<typeof sendMessage>[1], 'publicUrl'>;

/** Provides two tenants, chats of the first that are open for an hour, and messages that are sent. */
export function useSending() {
  const worlds = useWorlds();
  return {
    worlds,
    send: (values: Sending) => sendMessage(worlds.context(), { publicUrl, ...values }),
    openChat: (values: Parameters<typeof createChat>[2] = {}) =>
      createChat(worlds.database, worlds.own.tenant.id, { openUntil: inAnHour, ...values }),
  };
}
