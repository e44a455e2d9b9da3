import { describe, expect, test } from '@jest/globals';
import { moveFiles } from '@parley/core/administration';
import { useObjectStorage } from '../../../files/test/support/use-object-storage.js';
import { hashInChunks } from '../../src/files/hash-in-chunks.js';
import {
  continueErasure,
  eraseContact,
  getErasure,
  keepFetchedMedia,
  newId,
  startContactExport,
  updateContact,
  createFile as uploadFile,
  writeContactExport,
} from '../../src/index.js';
import { findJobs } from '../find-jobs.js';
import { createMessage } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { createPerson } from './create-person.js';

const worlds = useWorlds({ recordsErasedAtOnce: 30, deletionBatch: 10 });
const { storage, database } = useObjectStorage(worlds);
const bytes = Buffer.from('the face of Ada');

const now = () => new Date();
const context = () => ({ ...worlds.context(), now, database });

async function createPersonWithFile() {
  const person = await createPerson(worlds);
  const checksum = await hashInChunks(bytes);
  const file = { name: 'a.txt', contentType: 'text/plain', content: bytes, checksum };
  const { id: fileId } = await uploadFile(context(), file);
  const attachment = { type: 'document', name: 'a', contentType: 'text/plain', size: 15, fileId };
  await createMessage(database, person.chat, { attachments: [attachment] });
  return { ...person, fileId };
}

async function readState(contactId: string): Promise<string> {
  return (await getErasure(context(), contactId)).state;
}

describe('an erasure is completed when the bucket holds no byte of the person', () => {
  test('also of an object that another process has claimed to remove', async () => {
    const { contact } = await createPersonWithFile();
    expect(await storage.listKeys()).toHaveLength(1);
    await eraseContact(context(), contact.id);
    await runUntilStep(contact.id, 6);
    // The claim of a process that was killed before it removed the object.
    const later = new Date(Date.now() + 5 * 60 * 1_000);
    expect(await database.prisma.looseObject.updateMany({ data: { removeAt: later } })).toEqual({ count: 1 });
    expect(await storage.listKeys()).toHaveLength(1);
    expect(await continueErasure(context(), contact.id)).toBe('completed');
    expect(await storage.listKeys()).toEqual([]);
    expect(await database.prisma.looseObject.count()).toBe(0);
  });

  test('also of a file that has just moved to the other store', async () => {
    const { contact } = await createPersonWithFile();
    expect(await moveFiles(database, { to: 'postgres', now, sizes: worlds.sizes })).toMatchObject({
      files: 1,
    });
    expect(await storage.listKeys()).toHaveLength(1);
    await eraseContact(context(), contact.id);
    expect(await continueErasure(context(), contact.id)).toBe('completed');
    expect(await storage.listKeys()).toEqual([]);
  });

  test('and not while the object storage refuses to remove it', async () => {
    const { contact } = await createPersonWithFile();
    await eraseContact(context(), contact.id);
    storage.refuse(true);
    await expect(continueErasure(context(), contact.id)).rejects.toThrow();
    storage.refuse(false);
    expect(await readState(contact.id)).toBe('running');
    expect(await continueErasure(context(), contact.id)).toBe('completed');
    expect(await storage.listKeys()).toEqual([]);
  });

  test('and not by a process that does not know the object storage; the erasure waits for one that does', async () => {
    const { contact } = await createPersonWithFile();
    await eraseContact(context(), contact.id);
    const unknowing = { ...context(), database: worlds.database };
    expect(unknowing.database.files.objects).toBeUndefined();
    expect(await continueErasure(unknowing, contact.id)).toBe('waits_for_object_storage');
    expect(await readState(contact.id)).toBe('running');
    expect(await storage.listKeys()).toHaveLength(1);
    expect(await database.prisma.looseObject.count()).toBe(1);
    const [job] = await findJobs(database, 'erase-contact', contact.id);
    expect(job).toMatchObject({ payload: { step: 6 } });
    expect(await isAddedForLater()).toBe(true);
    expect(await continueErasure(context(), contact.id, { ...job?.payload })).toBe('completed');
    expect(await storage.listKeys()).toEqual([]);
    expect(await database.prisma.looseObject.count()).toBe(0);
  });

  test('and a process that does not know an object storage completes it when no object is left', async () => {
    const { contact } = await createPerson(worlds);
    await eraseContact(context(), contact.id);
    const unknowing = { ...context(), database: worlds.database };
    expect(await continueErasure(unknowing, contact.id)).toBe('completed');
  });

  test.each([1, 31])('also of an export that was being written (%d messages)', async (messageCount) => {
    const { contact } = await createPerson(worlds, { messageCount });
    const { id: exportId } = await startContactExport(context(), contact.id);
    const held = storage.holdPut('before');
    const writing = writeContactExport(context(), exportId);
    await held.held;
    const jobId = await lockJob(`export:${exportId}`);
    await eraseContact(context(), contact.id);
    await expectWaiting(contact.id);
    held.release();
    await writing;
    await endJob(jobId);
    expect(await continueErasure(context(), contact.id)).toBe('completed');
    expect(await storage.listKeys()).toEqual([]);
  });

  test('also of media that was being fetched', async () => {
    const { contact, chat } = await createPerson(worlds);
    const url = 'https://provider.example/media/1';
    const attachment = { type: 'document', url, contentType: 'text/plain', needsCredentials: true };
    const { id: messageId } = await createMessage(database, chat, { attachments: [attachment] });
    const key = `fetch-media:${messageId}`;
    await database.pool.query(
      `select graphile_worker.add_job('fetch-media', json_build_object('tenantId', $1::text, 'messageId', $2::text), job_key := $3)`,
      [worlds.own.tenant.id, messageId, key],
    );
    const jobId = await lockJob(key);
    const held = storage.holdPut('before');
    const checksum = await hashInChunks(bytes);
    const byUrl = new Map([[url, { content: bytes, checksum, contentType: 'text/plain' }]]);
    const keeping = keepFetchedMedia(context(), { messageId, byUrl });
    await held.held;
    await eraseContact(context(), contact.id);
    await expectWaiting(contact.id);
    held.release();
    expect(await keeping).toBe(false);
    await endJob(jobId);
    expect(await continueErasure(context(), contact.id)).toBe('completed');
    expect(await storage.listKeys()).toEqual([]);
  });
});

describe('an erasure is completed when no job can store an error with data of the person any more', () => {
  const tenantId = () => worlds.own.tenant.id;

  async function addRunningJob(task: string, payload: Record<string, string>): Promise<string> {
    const key = newId();
    await database.pool.query('select graphile_worker.add_job($1, $2::json, job_key := $3)', [
      task,
      JSON.stringify({ tenantId: tenantId(), ...payload }),
      key,
    ]);
    return lockJob(key);
  }

  test('of a message whose job dies while the erasure waits', async () => {
    const { contact, messageId } = await createPerson(worlds);
    const jobId = await addRunningJob('send-message', { messageId });
    await eraseContact(context(), contact.id);
    await expectWaiting(contact.id);
    await endJob(jobId);
    const { rowCount } = await database.pool.query(
      `insert into dead_jobs (id, task, payload, error, attempts, created_at, died_at)
       values ($1, 'send-message', $2::jsonb, 'Ada is unknown', 10, now(), now())`,
      [jobId, JSON.stringify({ tenantId: tenantId(), messageId })],
    );
    expect(rowCount).toBe(1);
    const [rest] = await findJobs(database, 'erase-contact', contact.id);
    expect(await continueErasure(context(), contact.id, { ...rest?.payload })).toBe('completed');
    expect(await database.prisma.deadJob.count({ where: { id: BigInt(jobId) } })).toBe(0);
  });

  test('of an event that is being delivered; the job fails and is not retried', async () => {
    const { contact } = await createPerson(worlds);
    await updateContact(context(), { contactId: contact.id, firstName: 'Grace' });
    const { id: eventId } = await database.prisma.event.findFirstOrThrow({
      where: { contactId: contact.id, type: 'contact.updated' },
    });
    const jobId = await addRunningJob('deliver-event', { eventId });
    await eraseContact(context(), contact.id);
    await expectWaiting(contact.id);
    await database.pool.query(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = 'Grace' where id = $1`,
      [jobId],
    );
    const [rest] = await findJobs(database, 'erase-contact', contact.id);
    expect(await continueErasure(context(), contact.id, { ...rest?.payload })).toBe('completed');
    const { rowCount } = await database.pool.query(
      'select from graphile_worker._private_jobs where id = $1',
      [jobId],
    );
    expect(rowCount).toBe(0);
  });
});

/** The erasure continues in another job, some seconds later. */
async function expectWaiting(contactId: string): Promise<void> {
  expect(await continueErasure(context(), contactId)).toBe('enqueued');
  expect(await readState(contactId)).toBe('running');
  const [job] = await findJobs(database, 'erase-contact', contactId);
  expect(job).toMatchObject({ payload: { step: 6 } });
  expect(await isAddedForLater()).toBe(true);
}

async function isAddedForLater(): Promise<boolean> {
  const { rows } = await database.pool.query<{ isLater: boolean }>(
    `select job.run_at > job.created_at as "isLater" from graphile_worker._private_jobs job
     join graphile_worker._private_tasks task on task.id = job.task_id
     where task.identifier = 'erase-contact' order by job.id desc limit 1`,
  );
  return rows[0]?.isLater ?? false;
}

async function runUntilStep(contactId: string, step: number): Promise<void> {
  for (let reached = 0; reached < step; ) {
    const [job] = await findJobs(database, 'erase-contact', contactId);
    expect(await continueErasure(context(), contactId, { ...job?.payload, budgetMs: 0 })).toBe('enqueued');
    const [next] = await findJobs(database, 'erase-contact', contactId);
    reached = Number(Object(next?.payload).step);
  }
}

/** A worker runs the job; returns its id. A running job has no key. */
async function lockJob(key: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where key = $1 returning id`,
    [key],
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? '';
}

async function endJob(id: string): Promise<void> {
  await database.pool.query('delete from graphile_worker._private_jobs where id = $1', [id]);
}
