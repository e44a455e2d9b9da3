import { get } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createEvent, createKey, createTenant, cutConnections, tokenOf } from '@parley/testkit';
import { startTestApp, type TestApp, type TestAppOptions } from '@parley/testkit/app';
import { useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { openTestStream, type StreamRequest, type TestStream } from './open-test-stream.js';

/** How streams end, and what their readers get before. */
describe('an event stream', () => {
  const shared = useTestDatabase();
  const apps: TestApp[] = [];
  const streams: TestStream[] = [];
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.drop();
    for (const app of apps.splice(0)) await app.stop();
  });

  async function start(streamLimits: TestAppOptions['streamLimits'] = {}): Promise<TestApp> {
    const app = await startTestApp({ database: shared, streamLimits });
    apps.push(app);
    return app;
  }

  async function open(app: TestApp, request: Partial<StreamRequest> = {}): Promise<TestStream> {
    const stream = await openTestStream({ url: app.url, token: app.token, ...request });
    streams.push(stream);
    return stream;
  }

  async function record(app: TestApp, count: number, values: Parameters<typeof createEvent>[2] = {}) {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await createEvent(shared.database, app.tenant.id, values)).id);
    return ids;
  }

  const idsOf = ({ events }: TestStream) => events.map(({ id }) => id);

  async function countOpen(app: TestApp): Promise<number> {
    const { body } = await app.v3.call('getWorkspace', {});
    return 'data' in body ? body.data.usage.eventStreams : Number.NaN;
  }

  it('gets the events that any process has recorded, and continues at another process', async () => {
    const [one, two] = [await start(), await start()];
    const params = { contactId: (await addContact(one)).id };
    const readers = [await open(one), await open(two, { token: one.token })] as const;
    await one.v3.call('updateContact', { params, body: { firstName: 'Ada' } });
    await two.v3.call('updateContact', { token: one.token, params, body: { firstName: 'Grace' } });
    for (const reader of readers) await reader.waitForEvents(2);
    const [first, second] = readers.map(idsOf);
    expect(first).toEqual(second);
    expect(first).toHaveLength(2);
    const moved = await open(two, { token: one.token, lastEventId: readers[0].events[0]?.cursor });
    await moved.waitForEvents(1);
    expect(idsOf(moved)).toEqual(first?.slice(1));
  });

  it('sends heartbeats with a position that passes events of other types', async () => {
    const app = await start({ heartbeatMs: 50 });
    const reader = await open(app, { events: ['chat.created'] });
    const begun = reader.lastEventId;
    await record(app, 1);
    await waitUntil(() => reader.lastEventId !== begun);
    expect(reader.text).toContain(`: heartbeat\nid: ${reader.lastEventId}\n\n`);
    expect(reader.events).toEqual([]);
    const resumed = await open(app, { lastEventId: reader.lastEventId });
    const [id] = await record(app, 1, { type: 'chat.created' });
    await resumed.waitForEvents(1);
    expect(idsOf(resumed)).toEqual([id]);
  });

  it('ends when its reader is too slow, while another one gets everything; both lose nothing', async () => {
    // The quick reader shares a thread with the service, so several events may wait for it.
    const app = await start({ maxBufferedBytes: 4 * 1_024 * 1_024 });
    const [slow, quick] = [await open(app), await open(app)];
    slow.response.pause();
    // This is more than the buffers of both sockets hold.
    const metadata = { text: 'x'.repeat(400_000) };
    const ids = await record(app, 60, { type: 'contact.updated', data: { metadata } });
    await quick.waitForEvents(60);
    expect(idsOf(quick)).toEqual(ids);
    await waitUntil(async () => (await countOpen(app)) === 1);
    slow.response.resume();
    await slow.waitForEnd();
    expect(slow.hasEnded).toBe(true);
    const before = idsOf(slow);
    expect(before.length).toBeLessThan(60);
    const resumed = await open(app, { lastEventId: slow.lastEventId });
    await resumed.waitForEvents(60 - before.length);
    expect([...before, ...idsOf(resumed)]).toEqual(ids);
  });

  it('ends soon after its key was revoked', async () => {
    const app = await start({ checkMs: 50 });
    const key = await createKey(shared.database, app.tenant.id, { scopes: ['*'] });
    const [revoked, valid] = [await open(app, { token: await tokenOf(key) }), await open(app)];
    await shared.database.prisma.apiKey.update({
      where: { tenantId_id: { tenantId: key.tenantId, id: key.id } },
      data: { revokedAt: app.clock.now() },
    });
    await revoked.waitForEnd();
    expect([revoked.hasEnded, valid.isClosed]).toEqual([true, false]);
  });

  it('ends after its lifetime', async () => {
    const reader = await open(await start({ lifetimeMs: 100 }));
    await reader.waitForEnd();
    expect(reader.hasEnded).toBe(true);
  });

  it('is refused with 429 above the limit of the workspace, and accepted when another one has ended', async () => {
    const app = await start();
    const tenant = await createTenant(shared.database, { limitOverrides: { eventStreams: 1 } });
    const token = await tokenOf(await createKey(shared.database, tenant.id, { scopes: ['*'] }));
    const first = await open(app, { token });
    const refused = await app.v3.call('streamEvents', { token });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: { error: { messageKey: 'event_streams_limit_reached', limit: 'eventStreams', maximum: 1 } },
    });
    first.drop();
    await waitUntil(async () => (await app.v3.call('streamEvents', { token })).status === 200);
  });

  it('does not count when its reader left before it began', async () => {
    const app = await start();
    const locker = await shared.database.pool.connect();
    try {
      await locker.query('begin');
      // A stream reads this table before it begins.
      await locker.query('lock table installation in access exclusive mode');
      const request = get(`${app.url}/v3/events/stream`, {
        agent: false,
        headers: { authorization: `Bearer ${app.token}` },
      }).on('error', () => {});
      await waitUntil(isWaitingForLock);
      request.destroy();
      await waitUntil(() => app.logs.some((line) => line.includes('"status":499')));
      await locker.query('commit');
    } finally {
      locker.release();
    }
    await waitUntil(async () => !(await isWaitingForLock()));
    // Another stream begins after the one that was left.
    (await open(app)).drop();
    await waitUntil(async () => (await countOpen(app)) === 0);
  });

  async function isWaitingForLock(): Promise<boolean> {
    const { rows } = await shared.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  }

  it('stays open while the database cannot be reached, and then gets what was recorded', async () => {
    const app = await start();
    const reader = await open(app);
    await cutConnections(shared.database);
    const ids = await record(app, 3);
    await reader.waitForEvents(3);
    expect(idsOf(reader)).toEqual(ids);
  });

  async function addContact(app: TestApp): Promise<{ id: string }> {
    const { body } = await app.v3.call('createContact', { body: { phoneNumber: '+4930123456' } });
    if (!('data' in body)) throw new Error('The contact was not created.');
    return body.data;
  }
});
