import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  abandonMessage,
  cancelMessage,
  continueErasure,
  eraseContact,
  limitsOf,
  newId,
  sendMessage,
  startScheduledMessage,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal } from '../refusals.js';
import { createMessage } from '../testkit.js';
import { whileHeld } from '../while-held.js';
import { eventsOf, publicUrl } from './received-message.js';
import { inAnHour, useSending } from './use-sending.js';

const { worlds, openChat } = useSending();
const { database, prisma } = worlds;
const scheduledAt = '2026-11-14T09:45:00.000Z';

async function schedule() {
  const chat = await openChat();
  const earlier = await createMessage(database, chat, { timestamp: new Date('2026-11-14T09:00:00.000Z') });
  await prisma.chat.updateMany({ where: { id: chat.id }, data: { latestMessageId: earlier.id } });
  const context = worlds.context();
  const message = await sendMessage(context, {
    to: { chatId: chat.id },
    text: 'Later',
    scheduledAt,
    publicUrl,
  });
  return {
    chat,
    earlier,
    context,
    message,
    start: () => startScheduledMessage(context, message.id),
    cancel: () => cancelMessage(context, message.id),
    read: () => prisma.message.findFirstOrThrow({ where: { id: message.id } }),
    latest: async () => (await prisma.chat.findFirstOrThrow({ where: { id: chat.id } })).latestMessageId,
    sendingJobs: () => findJobs(database, 'send-message', message.id),
    startJobs: () => findJobs(database, 'start-scheduled-message', message.id),
  };
}

let scene: Awaited<ReturnType<typeof schedule>>;
beforeEach(async () => {
  scene = await schedule();
});

describe('a scheduled message', () => {
  test('has a job for its time, emits no event and is not the latest of its chat', async () => {
    expect(scene.message).toMatchObject({ status: 'scheduled', scheduledAt, timestamp: scheduledAt });
    expect(await scene.startJobs()).toMatchObject([{ runAt: new Date(scheduledAt) }]);
    expect(await scene.sendingJobs()).toEqual([]);
    expect(await scene.latest()).toBe(scene.earlier.id);
    expect(await eventsOf(database, scene.chat.id)).toEqual([]);
  });

  test('is pending and the latest of its chat when its time has come, with the job that sends it; once', async () => {
    scene.context.clock.set(scheduledAt);
    expect(await Promise.all([scene.start(), scene.start()])).toContain(true);
    expect(await scene.start()).toBe(false);
    expect(await scene.read()).toMatchObject({ status: 'pending', scheduledAt: new Date(scheduledAt) });
    expect(await scene.latest()).toBe(scene.message.id);
    expect(await scene.sendingJobs()).toMatchObject([{ runAt: new Date(scheduledAt) }]);
  });

  test('is not the latest if the contact has written since its time', async () => {
    const timestamp = new Date('2026-11-14T09:50:00.000Z');
    const newer = await createMessage(database, scene.chat, { timestamp });
    await prisma.chat.updateMany({ where: { id: scene.chat.id }, data: { latestMessageId: newer.id } });
    scene.context.clock.set('2026-11-14T10:00:00.000Z');
    expect(await scene.start()).toBe(true);
    expect(await scene.latest()).toBe(newer.id);
  });

  test('that is not due by this clock is scheduled again for its time', async () => {
    await database.pool.query(`delete from graphile_worker._private_jobs`);
    expect(await scene.start()).toBe(false);
    expect(await scene.read()).toMatchObject({ status: 'scheduled' });
    expect(await scene.startJobs()).toMatchObject([{ runAt: new Date(scheduledAt) }]);
  });

  test('of another tenant, or that does not exist, is not started', async () => {
    const other = worlds.otherContext();
    other.clock.set(scheduledAt);
    expect(await startScheduledMessage(other, scene.message.id)).toBe(false);
    expect(await startScheduledMessage(other, newId())).toBe(false);
    expect(await scene.read()).toMatchObject({ status: 'scheduled' });
  });

  test('is deleted with its jobs when its contact is erased', async () => {
    const { context, chat, message } = scene;
    await eraseContact(context, chat.contactId);
    context.clock.set(scheduledAt);
    expect(await scene.start()).toBe(false);
    expect(await prisma.message.count({ where: { id: message.id } })).toBe(0);
    while (!(await continueErasure(context, chat.contactId)));
    expect(await scene.startJobs()).toEqual([]);
  });

  test('becomes failed with an event when its start is given up, and is not sent', async () => {
    expect(await abandonMessage(scene.context, scene.message.id)).toBe(true);
    expect(await scene.read()).toMatchObject({ status: 'failed', errors: [{ code: 'internal_error' }] });
    expect(await eventsOf(database, scene.chat.id)).toMatchObject([{ type: 'message.updated' }]);
    scene.context.clock.set(scheduledAt);
    expect(await scene.start()).toBe(false);
    expect(await scene.sendingJobs()).toEqual([]);
  });

  test('429 when half of the waiting jobs are used, while a message that is sent now is accepted', async () => {
    const { context, chat } = scene;
    const limits = limitsOf({ plan: 'free', requestsPerMinute: null, limitOverrides: { waitingJobs: 10 } });
    const send = (waitingJobs: number, values: object) =>
      sendMessage(
        { ...context, limits, waitingJobs },
        { to: { chatId: chat.id }, text: 'Hi', publicUrl, ...values },
      );
    expect(await send(4, { scheduledAt })).toMatchObject({ status: 'scheduled' });
    const refused = { limit: 'waitingJobs', maximum: 5 };
    await expect(send(5, { scheduledAt })).rejects.toMatchObject({ details: refused });
    expect(await send(5, {})).toMatchObject({ status: 'pending' });
  });

  test('409 if the reply window closes before its time', async () => {
    const to = { chatId: scene.chat.id };
    const late = { to, text: 'Hi', scheduledAt: inAnHour.toISOString(), publicUrl };
    await expect(sendMessage(scene.context, late)).rejects.toMatchObject(refusal('reply_window_closed'));
  });
});

describe('the cancellation of a message', () => {
  test('makes it canceled with one event, without one of v2, and it is not sent', async () => {
    const canceledAt = scene.context.now();
    expect(await scene.cancel()).toMatchObject({ id: scene.message.id, status: 'canceled', scheduledAt });
    // The job does not wait until its time, because waiting jobs are limited.
    expect(await scene.startJobs()).toMatchObject([{ runAt: canceledAt }]);
    scene.context.clock.set(scheduledAt);
    expect(await scene.start()).toBe(false);
    expect(await scene.sendingJobs()).toEqual([]);
    expect(await scene.latest()).toBe(scene.earlier.id);
    expect(await eventsOf(database, scene.chat.id)).toMatchObject([
      { type: 'message.updated', legacyType: null, data: { status: 'canceled' } },
    ]);
  });

  test('409 for a message that is due or was canceled, and 404 for another tenant’s; nothing changes', async () => {
    const due = await schedule();
    due.context.clock.set(scheduledAt);
    await due.start();
    await scene.cancel();
    for (const { cancel, read } of [due, scene]) {
      const before = await read();
      await expect(cancel()).rejects.toMatchObject(refusal('message_not_cancelable'));
      expect(await read()).toEqual(before);
    }
    await expect(cancelMessage(worlds.otherContext(), scene.message.id)).rejects.toMatchObject(
      refusal('message_not_found'),
    );
  });

  test.each(['start', 'cancel'] as const)(
    'and its time at once: exactly one of both takes effect, if %s is first',
    async (first) => {
      const { context, chat, message } = scene;
      context.clock.set(scheduledAt);
      const second = first === 'start' ? scene.cancel : scene.start;
      // Both wait for the lock of the message, in this order.
      const [one, other] = await whileHeld(database, {
        hold: (client) => client.query(`select from messages where id = $1 for update`, [message.id]),
        work: async () => {
          const firstDone = scene[first]();
          return Promise.allSettled([firstDone, second()]);
        },
        waiting: 2,
      });
      const { status } = await scene.read();
      const isStarted = status === 'pending';
      expect(isStarted ? await scene.sendingJobs() : []).toHaveLength(isStarted ? 1 : 0);
      expect((await eventsOf(database, chat.id)).length).toBe(isStarted ? 0 : 1);
      const results = first === 'start' ? [one, other] : [other, one];
      expect(results.map((result) => result?.status)).toEqual([
        'fulfilled',
        isStarted ? 'rejected' : 'fulfilled',
      ]);
      expect(results[0]).toMatchObject({ value: isStarted });
      expect(['pending', 'canceled']).toContain(status);
    },
  );
});
