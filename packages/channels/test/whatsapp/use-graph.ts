import { afterEach, expect } from '@jest/globals';
import { adapterFor, type OutboundMessage } from '../../src/index.js';
import { whatsappChannel } from '../support/ingress-request.js';
import { MESSAGE_ID } from '../support/outbound-message.js';
import {
  type Provider,
  type ProviderBehaviour,
  respondWithJson,
  startProvider,
} from '../support/provider-server.js';

export const whatsapp = adapterFor('whatsapp');

export const accepted = {
  messaging_product: 'whatsapp',
  messages: [{ id: 'wamid.OUT', message_status: 'accepted' }],
};

/** The fields of every message that the tests send. */
export const envelope = {
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: '16505551234',
  biz_opaque_callback_data: MESSAGE_ID,
};

/** Servers that respond as the Graph API does; they stop when the test has ended. */
export function useGraph() {
  const servers: Provider[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  async function startGraph(behaviour: ProviderBehaviour): Promise<Provider> {
    const graph = await startProvider(behaviour);
    servers.push(graph);
    return graph;
  }

  return {
    startGraph,
    /** Sends a message that WhatsApp accepts, and returns the body of the request. */
    async sentBody(message: OutboundMessage): Promise<unknown> {
      const graph = await startGraph(respondWithJson(200, accepted));
      const result = await whatsapp.send(message, whatsappChannel, { baseUrl: graph.url });
      expect(result).toEqual({ vendorId: 'wamid.OUT', walk: ['sent'] });
      return JSON.parse(graph.requests[0]?.body ?? '');
    },
  };
}
