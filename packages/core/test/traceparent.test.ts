import { describe, expect, it } from '@jest/globals';
import { inTrace, ofTenant, openDatabase, sharedDatabase } from '@parley/database';
import { readTrace } from '@parley/tracing';
import { useConnections, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { testKeys } from '../../testkit/src/index.js';
import { type Context, changeChatStatus, sendTestEvent } from '../src/index.js';
import { transactWithPrisma } from '../src/sql/transact.js';
import { findJobs } from './find-jobs.js';
import { recordEvents } from './record-events.js';
import { createContext } from './test-context.js';
import { createChat, createTenant, createWebhook } from './testkit.js';

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const target = useTestDatabase();
/** One connection for everything, so that a position that stays in its session is found. */
const database = useConnections(target, { poolSize: 1 });

async function setScene() {
  const { id: tenantId } = await createTenant(target.database);
  const { id: chatId } = await createChat(target.database, tenantId);
  const { id: webhookId } = await createWebhook(target.database, tenantId);
  const positions = async () => {
    const events = await target.database.prisma.event.findMany({
      where: { tenantId },
      orderBy: { id: 'asc' },
    });
    const jobs = [
      ...(await findJobs(target.database, 'deliver-event', tenantId)),
      ...(await findJobs(target.database, 'deliver', tenantId)),
    ];
    return {
      events: events.map((event) => event.traceparent),
      jobs: jobs.map(({ payload }) => payload.traceparent),
    };
  };
  return { context: createContext(database, tenantId), chatId, webhookId, positions };
}

const traced = (context: Context) => ({ ...context, database: inTrace(database, readTrace(traceparent)) });

const place = { legacyType: null, channelId: null, chatId: null, contactId: null };
const event = { type: 'contact.updated', data: { id: 'contact' }, ...place } as const;

const recordWithPrisma = (context: Context) =>
  transactWithPrisma(context, async (transaction) => {
    await recordEvents(transaction, context, [event]);
  });

describe('the position in a trace', () => {
  it('is stored with the events and the jobs of a transaction, and not with the ones of the next transaction', async () => {
    const { context, chatId, positions } = await setScene();
    await changeChatStatus(traced(context), { chatId, status: 'closed' });
    await changeChatStatus(context, { chatId, status: 'open' });
    expect(await positions()).toEqual({ events: [traceparent, null], jobs: [traceparent, undefined] });
  });

  it("is stored in the same way by a transaction of Prisma's client", async () => {
    const { context, positions } = await setScene();
    await recordWithPrisma(traced(context));
    await recordWithPrisma(context);
    expect(await positions()).toEqual({ events: [traceparent, null], jobs: [traceparent, undefined] });
  });

  it.each([false, true])(
    'is that of the view of a database; tenants are declared: %s',
    async (declaresTenants) => {
      const { context, chatId, positions } = await setScene();
      const opened = openDatabase({ url: target.url, keys: testKeys, poolSize: 1, declaresTenants });
      try {
        const own = ofTenant(opened, context.tenantId);
        const view = ofTenant(inTrace(opened, readTrace(traceparent)), context.tenantId);
        expect(sharedDatabase(view)).toBe(opened);
        await changeChatStatus({ ...context, database: view }, { chatId, status: 'closed' });
        await changeChatStatus({ ...context, database: own }, { chatId, status: 'open' });
      } finally {
        await opened.close();
      }
      expect(await positions()).toEqual({ events: [traceparent, null], jobs: [traceparent, undefined] });
    },
  );

  it('is stored with a test event', async () => {
    const { context, webhookId, positions } = await setScene();
    await sendTestEvent(traced(context), { webhookId });
    expect(await positions()).toEqual({ events: [traceparent], jobs: [traceparent] });
  });
});
