import { describe, expect, test } from '@jest/globals';
import { createChannel, createTenant } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { providerCases } from './provider-requests.js';

const app = useTestApp({ now: '2026-10-15T09:30:20.000Z' });

describe('inboundMessagesPerMinute', () => {
  test.each(providerCases.filter(({ provider }) => provider === 'whatsapp'))(
    'a sender over the limit gets its response after a quarter of a second, so that it cannot send at full speed',
    async ({ channel, body, sign }) => {
      const tenant = await createTenant(app.database, { limitOverrides: { inboundMessagesPerMinute: 0 } });
      const { id } = await createChannel(app.database, tenant.id, channel);
      const startedAt = performance.now();
      const { status } = await app.send('POST', `/ingress/${id}`, { text: body, headers: sign(body, '') });
      // A timer of Node can end a millisecond early.
      expect(performance.now() - startedAt).toBeGreaterThan(248);
      expect(status).toBe(503);
    },
  );
});
