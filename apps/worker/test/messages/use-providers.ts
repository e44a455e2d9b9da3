import { afterEach } from '@jest/globals';
import { receiveMessage } from '@parley/core';
import type { Channel, Prisma } from '@parley/database';
import {
  emailChannel,
  instagramChannel,
  smsChannel,
  whatsappChannel,
} from '../../../../packages/channels/test/support/ingress-request.js';
import {
  type Provider,
  type ProviderBehaviour,
  respondWithJson,
  startProvider,
} from '../../../../packages/channels/test/support/provider-server.js';
import { useSending } from './use-sending.js';

const configurations = {
  whatsapp: whatsappChannel,
  instagram: instagramChannel,
  sms: smsChannel,
  email: emailChannel,
};

/** Sends messages through channels whose providers are servers of the test, which stop when the test has ended. */
export function useProviders(env?: Record<string, string>) {
  const sending = useSending(env);
  const running: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const server of running.splice(0)) await server.stop();
  });

  return {
    sending,
    stopAfterTest: (...servers: readonly { stop(): Promise<void> }[]) => running.push(...servers),

    async serve(behaviour: ProviderBehaviour): Promise<Provider> {
      const provider = await startProvider(behaviour);
      running.push(provider);
      return provider;
    },

    connect(provider: keyof typeof configurations, settings: Record<string, unknown>): Promise<Channel> {
      const configuration = configurations[provider];
      return sending.addChannel({
        type: provider,
        provider,
        // The settings of the tests are plain JSON.
        settings: { ...(configuration.settings as object), ...settings } as Prisma.InputJsonObject,
        secrets: configuration.secrets as Prisma.InputJsonObject,
      });
    },

    /** Creates a chat by email, in which the contact has asked a question. */
    async mailTo(channel: Channel, values: { externalId?: string; subject?: string } = {}) {
      const item = {
        externalId: `<question-${channel.id}@example.com>`,
        from: { handleType: 'email', value: `${channel.id}@example.com` },
        type: 'text',
        text: 'Where is my order?',
        attachments: [],
        timestamp: sending.clock.now(),
        echo: false,
        automated: false,
        subject: 'Order A-7',
        ...values,
      } as const;
      const received = await receiveMessage(sending.context(), { channelId: channel.id, item });
      return { to: { chatId: received?.chatId ?? '' } };
    },
  };
}

/** Uses the next behaviour for each request, and the last one for all further requests. */
export function inTurn(...behaviours: readonly ProviderBehaviour[]): ProviderBehaviour {
  let index = 0;
  return (response, request) => {
    const behaviour = behaviours[Math.min(index, behaviours.length - 1)];
    index += 1;
    behaviour?.(response, request);
  };
}

/** The responses by which providers accept a message. */
export const accepted = {
  whatsapp: respondWithJson(200, { messages: [{ id: 'wamid.OUT' }] }),
  instagram: respondWithJson(200, { message_id: 'mid.OUT' }),
  sms: respondWithJson(201, { sid: 'SM-OUT' }),
};
export const vendorIds = { whatsapp: 'wamid.OUT', instagram: 'mid.OUT', sms: 'SM-OUT' };
export const hangUp: ProviderBehaviour = (response) => response.destroy();
