import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createEvent, createWorld, settleFeed, tokenOf, type World } from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import { deliver, oldSecret, secret } from './support/deliveries.js';

let app: TestApp;
let world: World;
const printed: string[] = [];
const environment = { ...process.env };

beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app.database);
  const { id, tenantId } = world.chat;
  // The reply window of the chat is open.
  const data = { openUntil: new Date(app.clock.now().getTime() + 3_600_000) };
  await app.database.prisma.chat.update({ where: { tenantId_id: { tenantId, id } }, data });
  Object.assign(process.env, {
    PARLEY_URL: app.url,
    PARLEY_TOKEN: await tokenOf(world.key),
    PARLEY_WEBHOOK_SECRET: secret,
    PARLEY_OLD_WEBHOOK_SECRET: oldSecret,
    PORT: '0',
  });
});
afterAll(async () => {
  process.env = environment;
  await app.stop();
});

beforeEach(() => {
  printed.length = 0;
  for (const method of ['log', 'warn', 'error'] as const) {
    jest.spyOn(console, method).mockImplementation((...parts) => void printed.push(parts.join(' ')));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the examples run unchanged', () => {
  it('quick-start.ts', async () => {
    await import('../examples/quick-start.js');
    expect(printed).toEqual([
      `${world.tenant.name} may send 1000000 requests a minute.`,
      `Ada ${world.contact.lastName}: ${world.message.text}`,
    ]);
  });

  it('search.ts', async () => {
    await import('../examples/search.js');
    expect(printed).toEqual([`open Ada ${world.contact.lastName}`, '2 of 2 contacts']);
  });

  it('follow-events.ts, which continues after the last event', async () => {
    const { id } = world.tenant;
    for (const type of ['message.received', 'contact.updated'] as const)
      await createEvent(app.database, id, { type });
    await settleFeed(app.database.pool);
    await import('../examples/follow-events.js');
    expect(printed).toEqual([expect.stringMatching(/^.+: .+$/), 'contact.updated']);
  });

  it('stream-events.ts, which continues after the last event', async () => {
    const { printMessages } = await import('../examples/stream-events.js');
    await settleFeed(app.database.pool);
    const [first] = await app.v3
      .call('searchEvents', { token: process.env.PARLEY_TOKEN ?? '', body: { limit: 1 } })
      .then(({ body }) => ('pagination' in body ? [body.pagination.resumeCursor] : []));
    const types = ['message.received', 'contact.updated', 'message.received'] as const;
    for (const type of types) await createEvent(app.database, world.tenant.id, { type });
    const controller = new AbortController();
    jest.spyOn(console, 'log').mockImplementation((text) => {
      if (printed.push(text) === 2) controller.abort();
    });
    const cursor = await printMessages({ signal: controller.signal, ...(first && { lastEventId: first }) });
    expect(printed).toEqual([expect.stringMatching(/^.+: .+$/), expect.stringMatching(/^.+: .+$/)]);
    expect(cursor).not.toBe(first);
  });

  it('handle-errors.ts', async () => {
    await import('../examples/handle-errors.js');
    expect(printed).toEqual([
      expect.stringMatching(/^name: /),
      expect.stringMatching(/^color: /),
      expect.stringMatching(/^There is no such contact \(request \w+\)\.$/),
    ]);
  });

  it('upload-file.ts', async () => {
    await import('../examples/upload-file.js');
    expect(printed).toEqual(['price-list.txt has 12 bytes.', 'Coffee 3.20\n']);
  });

  it('observe.ts', async () => {
    await import('../examples/observe.js');
    expect(printed).toEqual([
      expect.stringMatching(/^GET \/workspace 200 \d+ ms \w+$/),
      expect.stringMatching(/^\d+ of 1000000 requests are left$/),
    ]);
  });

  it('send-message.ts', async () => {
    await import('../examples/send-message.js');
    expect(printed).toEqual([expect.stringMatching(/^Message [\w-]{36} is pending\.$/)]);
  });

  it('call-v2.ts', async () => {
    await import('../examples/call-v2.js');
    expect(printed).toEqual([
      expect.stringContaining('was deprecated on 2026-08-01 and ends on 2026-11-01'),
      expect.stringMatching(/^.+ \(\w+\)$/),
    ]);
  });

  it('receive-webhook.ts, which handles an event once', async () => {
    const { server } = await import('../examples/receive-webhook.js');
    const { status } = await post(server, '/webhooks/parley');
    await post(server, '/webhooks/parley');
    server.close();
    expect([status, ...printed]).toEqual([204, expect.stringMatching(/^Ada Berg: /)]);
  });

  it('verify-webhook.ts', async () => {
    const { server } = await import('../examples/verify-webhook.js');
    const statuses = [(await post(server, '/')).status, (await post(server, '/', 'forged')).status];
    server.close();
    expect([statuses, ...printed]).toEqual([
      [204, 401],
      expect.stringMatching(/^message\.received /),
      expect.stringMatching(/^WebhookError: The signature/),
    ]);
  });

  it('receive-webhook-fetch.ts, with the old secret too', async () => {
    const { POST } = await import('../examples/receive-webhook-fetch.js');
    const init = { method: 'POST', ...deliver({ secrets: [oldSecret] }) };
    const { status } = await POST(new Request('https://partner.example/hook', init));
    expect([status, ...printed]).toEqual([204, expect.stringMatching(/^Ada Berg: /)]);
  });
});

async function post(server: Server, path: string, addition = ''): Promise<Response> {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  // A TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  const { headers, body } = deliver();
  return fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: `${body}${addition}` });
}
