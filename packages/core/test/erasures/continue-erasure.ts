import { describe, expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import {
  continueErasure,
  createNote,
  deleteChat,
  eraseContact,
  getErasure,
  newId,
  startContactExport,
  triggerAutomation,
  updateContact,
  writeContactExport,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { refusal } from '../refusals.js';
import { withKey } from '../test-context.js';
import {
  createAutomation,
  createAutomationRun,
  createChat,
  createContact,
  createFile,
  createMessage,
  createWebhook,
} from '../testkit.js';
import type { Worlds } from '../use-worlds.js';
import { whileHeld } from '../while-held.js';
import { createPerson } from './create-person.js';

let nextId = 8_000_000_000_000_000;

/** The job that deletes what an erasure has left. */
export function describeErasureJob(worlds: Worlds): void {
  const { database, prisma, own } = worlds;

  describe('the job', () => {
    test('erases the result of an idempotency key; the same request is refused and does not run again', async () => {
      const { contact } = await createPerson(worlds);
      const { id: bystanderId } = await createContact(database, own.tenant.id);
      const trigger = (key: string, contactId: string) =>
        triggerAutomation(withKey(worlds.context(), { key }), {
          contactId,
          automationId: own.automation.id,
        });
      await trigger('erased', contact.id);
      const kept = await trigger('kept', bystanderId);
      await eraseContact(worlds.context(), contact.id);
      await continueErasure(worlds.context(), contact.id);
      expect(await prisma.idempotencyKey.findFirst({ where: { key: 'erased' } })).toMatchObject({
        result: null,
        requestHash: 'erased',
      });
      const runs = await prisma.automationRun.count();
      await expect(trigger('erased', contact.id)).rejects.toMatchObject(refusal('idempotency_key_reused'));
      expect(await trigger('kept', bystanderId)).toEqual(kept);
      expect(await prisma.automationRun.count()).toBe(runs);
    });

    test('deletes the files of the messages, except files that other records refer to', async () => {
      const { contact, chat } = await createPerson(worlds);
      const [alone, shared] = [
        await createFile(database, own.tenant.id),
        await createFile(database, own.tenant.id),
      ];
      const attachment = ({ id, name }: { id: string; name: string }) => ({
        type: 'document',
        name,
        contentType: 'text/plain',
        size: 1,
        fileId: id,
      });
      await createMessage(database, chat, { attachments: [attachment(alone), attachment(shared)] });
      const other = await createChat(database, own.tenant.id, { channelId: own.channel.id });
      await createMessage(database, other, { attachments: [attachment(shared)] });
      await eraseContact(worlds.context(), contact.id);
      await continueErasure(worlds.context(), contact.id);
      const left = await prisma.file.findMany({ where: { id: { in: [alone.id, shared.id] } } });
      expect(left.map(({ id }) => id)).toEqual([shared.id]);
      expect(await prisma.fileContent.count({ where: { fileId: alone.id } })).toBe(0);
    });

    test('keeps a file that only a nested step of an automation refers to', async () => {
      const { contact, chat } = await createPerson(worlds);
      const { id: fileId } = await createFile(database, own.tenant.id);
      const attachment = { type: 'document', name: 'a', contentType: 'text/plain', size: 1, fileId };
      await createMessage(database, chat, { attachments: [attachment] });
      const send = { type: 'send_message', text: 'Hello', attachments: [{ fileId }] };
      const conditions = [{ field: 'contact.email', operator: 'is_set' }];
      // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
      const steps = [{ type: 'branch', conditions, then: [send] }];
      await createAutomation(database, own.tenant.id, { steps });
      await eraseContact(worlds.context(), contact.id);
      await continueErasure(worlds.context(), contact.id);
      expect(await prisma.file.count({ where: { id: fileId } })).toBe(1);
    });

    test('erases the errors and responses of attempts to deliver events about the person, and removes their dead jobs', async () => {
      const { contact } = await createPerson(worlds);
      const tenantId = own.tenant.id;
      const { id: bystanderId } = await createContact(database, tenantId);
      const { id: webhookId } = await createWebhook(database, tenantId, {
        events: [{ type: 'contact.updated' }],
      });
      const deliver = async (contactId: string) => {
        // An event is younger than its contact.
        const context = { ...worlds.context(), now: () => new Date() };
        await updateContact(context, { contactId, firstName: 'Grace' });
        const { id: eventId } = await prisma.event.findFirstOrThrow({ where: { contactId } });
        const { id } = await prisma.delivery.findFirstOrThrow({ where: { eventId, webhookId } });
        const outcome = { error: 'Grace is unknown', responseBody: 'Who is Grace?' };
        await prisma.deliveryAttempt.create({
          data: { tenantId, deliveryId: id, number: 1, startedAt: new Date(), durationMs: 1, ...outcome },
        });
        const job = { task: 'deliver-event', payload: { tenantId, eventId }, error: 'Grace', attempts: 10 };
        const times = { createdAt: new Date(), diedAt: new Date() };
        const dead = await prisma.deadJob.create({ data: { id: BigInt(nextId++), ...job, ...times } });
        const find = { where: { deliveryId: id } };
        return {
          readAttempt: () => prisma.deliveryAttempt.findFirstOrThrow(find),
          countDead: () => prisma.deadJob.count({ where: { id: dead.id } }),
          countWaiting: async () => (await findJobs(database, 'deliver-event', eventId)).length,
        };
      };
      const erased = await deliver(contact.id);
      const kept = await deliver(bystanderId);
      await eraseContact(worlds.context(), contact.id);
      await continueErasure(worlds.context(), contact.id);
      expect(await erased.readAttempt()).toMatchObject({ number: 1, error: null, responseBody: null });
      expect([await erased.countDead(), await erased.countWaiting()]).toEqual([0, 0]);
      expect(await kept.readAttempt()).toMatchObject({ error: 'Grace is unknown' });
      expect([await kept.countDead(), await kept.countWaiting()]).toEqual([1, 1]);
    });

    test('erases the errors and responses of attempts to deliver the deletion of a chat, which is still delivered', async () => {
      const { contact, chat } = await createPerson(worlds);
      const tenantId = own.tenant.id;
      const events = [{ type: 'chat.deleted' }];
      const { id: webhookId } = await createWebhook(database, tenantId, { events });
      const context = { ...worlds.context(), now: () => new Date() };
      await deleteChat(context, chat.id);
      const { id: eventId, data } = await prisma.event.findFirstOrThrow({
        where: { contactId: contact.id, type: 'chat.deleted' },
      });
      const where = { eventId, webhookId };
      const { id: deliveryId } = await prisma.delivery.findFirstOrThrow({ where });
      const outcome = { error: 'Ada is unknown', responseBody: 'The chat of Ada was deleted.' };
      const times = { startedAt: new Date(), durationMs: 1 };
      await prisma.deliveryAttempt.createMany({
        // One more than a batch.
        data: Array.from({ length: 11 }, (_, at) => ({
          ...{ tenantId, deliveryId, number: at + 1, ...times, ...outcome },
        })),
      });
      await eraseContact(context, contact.id);
      expect(await continueErasure(context, contact.id)).toBe('completed');
      const attempts = await prisma.deliveryAttempt.findMany({ where: { deliveryId } });
      expect(attempts).toHaveLength(11);
      expect(attempts.filter(({ error, responseBody }) => error !== null || responseBody !== null)).toEqual(
        [],
      );
      expect(await prisma.event.findFirst({ where: { id: eventId } })).toMatchObject({ data });
      expect(await prisma.delivery.findFirst({ where })).toMatchObject({ status: 'pending' });
    });

    test.each([1, 31])(
      'deletes the media and the exports of a person with %d messages',
      async (messageCount) => {
        const { contact } = await createPerson(worlds, { messageCount });
        const { id: mediaFileId } = await createFile(database, own.tenant.id);
        await createAutomationRun(database, own.automation, { contactId: contact.id, mediaFileId });
        const { id: exportId } = await startContactExport(worlds.context(), contact.id);
        await writeContactExport(worlds.context(), exportId);
        const { fileId } = await prisma.contactExport.findFirstOrThrow({ where: { id: exportId } });
        const count = (id: string | null) => prisma.file.count({ where: { id: id ?? '' } });
        expect([await count(mediaFileId), await count(fileId)]).toEqual([1, 1]);
        await eraseContact(worlds.context(), contact.id);
        // The exports are deleted at once, even while the many records of a person are still being deleted.
        expect(await count(fileId)).toBe(0);
        await continueErasure(worlds.context(), contact.id);
        expect(await count(mediaFileId)).toBe(0);
      },
    );

    test('waits for a transaction that refers to a file of the person, and keeps the file', async () => {
      const { contact, chat } = await createPerson(worlds);
      const { id } = await createFile(database, own.tenant.id);
      const attachment = { type: 'document', name: 'a', contentType: 'text/plain', size: 1, fileId: id };
      await createMessage(database, chat, { attachments: [attachment] });
      await eraseContact(worlds.context(), contact.id);
      await whileHeld(database, {
        hold: async (client) => {
          await client.query('select from files where id = $1 for key share', [id]);
          await client.query(
            `insert into message_templates (tenant_id, id, name, body, media_file_id)
             values ($1, $2, 'A template', 'Hello', $3)`,
            [own.tenant.id, newId(), id],
          );
        },
        work: () => continueErasure(worlds.context(), contact.id),
      });
      expect(await prisma.file.count({ where: { id } })).toBe(1);
    });

    test('continues after its connection was lost between two batches', async () => {
      const { contact, chat } = await createPerson(worlds, { messageCount: 36 });
      const context = worlds.context();
      await eraseContact(context, contact.id);
      const holder = await database.pool.connect();
      try {
        await holder.query('begin');
        await holder.query('select from messages where chat_id = $1 order by id desc limit 1 for update', [
          chat.id,
        ]);
        const interrupted = expect(continueErasure(context, contact.id)).rejects.toThrow();
        await endWaitingConnection(holder);
        await interrupted;
        await holder.query('rollback');
      } finally {
        holder.release();
      }
      const left = await prisma.message.count({ where: { chatId: chat.id } });
      expect([left > 0, left < 36]).toEqual([true, true]);
      expect(await continueErasure(context, contact.id)).toBe('completed');
      expect(await prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
    });

    test('deletes the notes of a person with many of them, and the data of their events', async () => {
      const { contact, chat } = await createPerson(worlds, { noteCount: 31 });
      const context = { ...worlds.context(), now: () => new Date() };
      await createNote(context, { chatId: chat.id, text: 'Ada called again' });
      const where = { tenantId: own.tenant.id, chatId: chat.id };
      await eraseContact(context, contact.id);
      expect(await prisma.chatNote.count({ where })).toBe(32);
      await continueErasure(context, contact.id);
      expect(await prisma.chatNote.count({ where })).toBe(0);
      const event = await prisma.event.findFirstOrThrow({ where: { ...where, type: 'chat.note_added' } });
      expect(event.data).toEqual({ erased: true });
    });

    test('takes effect once when it runs three times at once', async () => {
      const { contact, chat } = await createPerson(worlds, { messageCount: 36 });
      const context = worlds.context();
      await eraseContact(context, contact.id);
      await Promise.all([1, 2, 3].map(() => continueErasure(context, contact.id)));
      expect(await prisma.message.count({ where: { chatId: chat.id } })).toBe(0);
      expect(await getErasure(context, contact.id)).toMatchObject({ state: 'completed' });
    });
  });
}

/** Ends the connection that waits for a lock of this one, as soon as there is one. */
async function endWaitingConnection(holder: PoolClient): Promise<void> {
  for (;;) {
    const { rowCount } = await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pg_backend_pid() = any (pg_blocking_pids(pid))`,
    );
    if (rowCount) return;
  }
}
