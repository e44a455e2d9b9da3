import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { getAutomationRun, scheduleMediaFetch, sendMessage, transact, triggerAutomation } from '@parley/core';
import { createAutomation, createChannel, createChat, createMessage } from '@parley/testkit';
import { waitUntil } from '@parley/testkit/wait-until';
import { deleteWebhooks } from '../support/delete-webhooks.js';
import { useChatEvents } from '../support/use-chat-events.js';
import { type TestReceiver, useReceivers } from '../support/use-receivers.js';
import { useWorker } from '../support/use-worker.js';

jest.setTimeout(120_000);

/** No request to a hanging receiver ends before its test, so all other work is done while these requests are in flight. */
const requestMs = 600_000;

const running = useWorker({ timing: { graceMs: 100, requestMs } });
const { receiver, silentReceiver } = useReceivers();
const { subscribe, chat, change, deliveriesOf } = useChatEvents(running);

afterEach(() => deleteWebhooks(running));

const eventCount = 60;

async function makeEvents(): Promise<void> {
  for (let index = 0; index < eventCount; index += 1) await change(await chat());
}

describe('an endpoint that misbehaves', () => {
  test('by never responding uses no more than its share, and the others get their events at once', async () => {
    const hanging = await silentReceiver();
    const healthy = await receiver();
    const stuck = await subscribe(hanging.url);
    const well = await subscribe(healthy.url);
    await makeEvents();
    await waitUntil(() => healthy.requests.length === eventCount);
    await waitUntil(async () => (await deliveriesOf(well)).every(({ status }) => status === 'succeeded'));
    expect(hanging.sockets.length).toBeLessThanOrEqual(16);
    expect(hanging.sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect((await deliveriesOf(stuck)).flatMap(({ attempts }) => attempts)).toEqual([]);
    // Deliveries that wait for the bulkhead are not attempted, and nothing is counted.
    await waitUntil(async () => (await deliveriesOf(stuck)).some(({ status }) => status === 'pending'));
    for (const { status, attemptCount, attempts } of await deliveriesOf(stuck)) {
      if (status === 'pending') expect({ attemptCount, attempts }).toEqual({ attemptCount: 0, attempts: [] });
    }
  });

  test('by sending an endless response is stopped, and the others get their events', async () => {
    const endless = await receiver((response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', pour);
      pour();
    });
    const healthy = await receiver();
    const poured = await subscribe(endless.url);
    await subscribe(healthy.url);
    await makeEvents();
    await waitUntil(() => healthy.requests.length === eventCount);
    await waitUntil(async () => (await deliveriesOf(poured)).every(({ status }) => status === 'succeeded'));
    for (const { attempts } of await deliveriesOf(poured)) {
      expect(attempts[0]?.responseBody).toHaveLength(4_096);
    }
  });
});

const publicUrl = 'https://parley.example';
const inAnHour = () => new Date(Date.now() + 3_600_000);

/** One endpoint gets an eighth of the remaining capacity. */
const share = 15;

/** This is four times the number of concurrent jobs. */
const jobCount = 40;

async function chatsAt(baseUrl: string) {
  const { database, tenant } = running;
  const settings = { phoneNumberId: '1', baseUrl };
  const secrets = { accessToken: 'token' };
  const { id: channelId } = await createChannel(database, tenant.id, {
    provider: 'whatsapp',
    settings,
    secrets,
  });
  const values = { channelId, openUntil: inAnHour() };
  return Promise.all(Array.from({ length: jobCount }, () => createChat(database, tenant.id, values)));
}

async function createCall(url: string): Promise<string> {
  const { database, tenant } = running;
  const { id } = await createAutomation(database, tenant.id, { steps: [{ type: 'call_webhook', url }] });
  return id;
}

async function callFrom(automationId: string, contactIds: readonly string[]) {
  const runs = contactIds.map((contactId) =>
    triggerAutomation(running.context(), { automationId, contactId }),
  );
  return (await Promise.all(runs)).map(({ runId }) => ({ automationId, runId }));
}

/** Each returns a function that reads the counted attempts of the deliveries that have to wait. */
const hangingJobs = {
  async calls({ url }: TestReceiver) {
    const chats = await Promise.all(Array.from({ length: jobCount }, () => chat()));
    const contactIds = chats.map(({ contactId }) => contactId);
    const runs = await callFrom(await createCall(url), contactIds);
    return async () => {
      const details = await Promise.all(runs.map((run) => getAutomationRun(running.context(), run)));
      return details.flatMap(({ steps }) => steps).length;
    };
  },
  async messages({ port }: TestReceiver) {
    for (const { id: chatId } of await chatsAt(`http://127.0.0.1:${port}`)) {
      await sendMessage(running.context(), { to: { chatId }, text: 'Hello', publicUrl });
    }
    const where = { status: 'pending', leaseToken: null, attemptCount: { gt: 0 } } as const;
    return () => running.database.prisma.message.count({ where });
  },
  async media({ port }: TestReceiver) {
    const base = `http://127.0.0.1:${port}`;
    const facts = { type: 'image', name: null, contentType: 'image/jpeg', size: null };
    for (const one of await chatsAt(base)) {
      const attachments = [{ ...facts, url: `${base}/v23.0/1`, needsCredentials: true }];
      const { id: messageId } = await createMessage(running.database, one, { type: 'image', attachments });
      await transact(running.context(), async (transaction) =>
        scheduleMediaFetch(transaction, running.context(), { messageId, at: new Date() }),
      );
    }
    return async () => {
      const { rowCount } = await running.database.pool.query(
        `select from graphile_worker.jobs where task_identifier = 'fetch-media' and last_error is not null`,
      );
      return rowCount;
    };
  },
};

describe('jobs that wait for a receiver that never responds', () => {
  test.each(['calls', 'messages', 'media'] as const)(
    '%s: use no more than their share, and all other work is done at once',
    async (kind) => {
      const hanging = await silentReceiver();
      const countAttempts = await hangingJobs[kind](hanging);
      await waitUntil(() => hanging.sockets.length === share);

      const healthy = await receiver();
      const webhook = await subscribe(healthy.url);
      const automationId = await createCall(healthy.url);
      const subject = await createChat(running.database, running.tenant.id, { openUntil: inAnHour() });
      await change(subject);
      const sent = await sendMessage(running.context(), {
        to: { chatId: subject.id },
        text: 'Hello',
        publicUrl,
      });
      const [run] = await callFrom(automationId, [subject.contactId]);
      if (run === undefined) throw new Error('There is no run');
      await waitUntil(async () => {
        const [delivery] = await deliveriesOf(webhook);
        const message = await running.database.prisma.message.findFirst({ where: { id: sent.id } });
        const { status } = await getAutomationRun(running.context(), run);
        return delivery?.status === 'succeeded' && message?.status === 'read' && status === 'completed';
      });

      expect(hanging.sockets.map(({ destroyed }) => destroyed)).toEqual(Array(share).fill(false));
      expect(await countAttempts()).toBe(0);
    },
  );
});
