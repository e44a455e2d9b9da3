import { expect } from '@jest/globals';
import type { Channel } from '@parley/database';
import { createChannel } from '@parley/testkit';
import type { TestApp } from '@parley/testkit/app';
import { useTestApp } from '@parley/testkit/use-test-app';
import type { ProviderCase } from './provider-requests.js';

export const publicUrl = 'http://localhost:3000';

/** Starts the API for all tests of a file. Returns functions that send the requests of providers to it. */
export function useIngress() {
  const app = useTestApp();

  const post = (channel: Pick<Channel, 'id'>, body: string, headers: Record<string, string>, query = '') =>
    app.send('POST', `/ingress/${channel.id}${query}`, { text: body, headers });

  return {
    app,
    post,
    postSigned: ({ sign }: ProviderCase, channel: Channel, body: string, query = '') =>
      post(channel, body, sign(body, `${publicUrl}/ingress/${channel.id}${query}`), query),
    addChannel: (values: Parameters<typeof createChannel>[2]) =>
      createChannel(app.database, app.tenant.id, values),
    messagesOf: ({ id }: Channel) =>
      app.database.prisma.message.findMany({ where: { channelId: id }, orderBy: { id: 'asc' } }),
  };
}

/** The message is the same whatever was wrong, and there is a challenge (RFC 9110, 15.5.2). */
export function expectUnauthorized({ status, headers, text }: Awaited<ReturnType<TestApp['send']>>): void {
  expect(status).toBe(401);
  expect(headers['www-authenticate']).toBe('Provider realm="ingress", Bearer');
  expect(JSON.parse(text)).toEqual({
    success: false,
    error: {
      messageKey: 'unauthorized',
      message: 'Unauthorized',
      reason: 'provider_not_verified',
      detail:
        'There is no such channel, or the request does not prove that it comes from its provider. A sandbox needs an access token.',
    },
  });
}
