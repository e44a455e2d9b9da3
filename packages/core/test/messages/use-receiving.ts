import { receiveMessage } from '../../src/index.js';
import { createChannel } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { receivedMessage } from './received-message.js';

/** Provides two tenants, new channels of the first, and messages that arrive on them. */
export function useReceiving() {
  const worlds = useWorlds();
  return {
    worlds,
    receive: (channelId: string, values: Parameters<typeof receivedMessage>[0] = {}) =>
      receiveMessage(worlds.context(), { channelId, item: receivedMessage(values) }),
    newChannel: (values: Parameters<typeof createChannel>[2] = {}) =>
      createChannel(worlds.database, worlds.own.tenant.id, values),
  };
}
