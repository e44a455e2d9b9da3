import { expect } from '@jest/globals';
import { continueErasure, eraseContact } from '../../src/index.js';
import { removeUnusedFiles } from '../../src/retention/remove-files.js';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createPerson } from '../erasures/create-person.js';
import { findJobs } from '../find-jobs.js';
import type { Worlds } from '../use-worlds.js';
import type { Stage } from './stage.js';

export async function hidesFirst({ worlds, size }: Stage): Promise<void> {
  const { contact, chat } = await createPerson(worlds, { messageCount: size + 1 });
  const countMessages = () => worlds.database.prisma.message.count({ where: { chatId: chat.id } });
  await eraseContact(worlds.context(), contact.id);
  expect(await countMessages()).toBe(size + 1);
  expect(await continueErasure(worlds.context(), contact.id)).toBe('completed');
  expect(await countMessages()).toBe(0);
}

export async function erasesEvents({ worlds, count }: Stage): Promise<void> {
  const { contact } = await createPerson(worlds);
  await fill(
    worlds,
    [contact.id, count],
    [
      `insert into events (tenant_id, id, type, contact_id, data)
     select $1, ${newIdSql('now()')}, 'contact.updated', $2, '{}' from generate_series(1, $3::int)`,
      `select graphile_worker.add_job('end-snooze', json_build_object('tenantId', $1::text, 'contactId', $2::text, 'n', n))
     from generate_series(1, $3::int) n`,
    ],
  );
  await erase(worlds, contact.id);
  const { rows } = await worlds.database.pool.query(
    `select data = '{"erased": true}' as "isErased", count(*)::int from events
     where contact_id = $1 and type = 'contact.updated' group by 1`,
    [contact.id],
  );
  expect(rows).toEqual([{ isErased: true, count }]);
  expect(await findJobs(worlds.database, 'end-snooze', contact.id)).toEqual([]);
}

export async function erasesResults({ worlds, count }: Stage): Promise<void> {
  const { contact } = await createPerson(worlds);
  await fill(
    worlds,
    [contact.id, count],
    [
      `insert into idempotency_keys (tenant_id, key, operation_id, request_hash, result, expires_at)
     select $1, 'key ' || n, 'createContact', '', json_build_object('id', $2::text), now() + interval '1 day'
     from generate_series(1, $3::int) n`,
    ],
  );
  await erase(worlds, contact.id);
  const results = await worlds.database.prisma.idempotencyKey.groupBy({ by: ['requestHash'], _count: true });
  expect(results).toEqual([{ requestHash: 'erased', _count: count }]);
}

export async function removesFiles({ worlds, count }: Stage): Promise<void> {
  const { database } = worlds;
  const before = await database.prisma.file.count();
  const { contact, chat } = await createPerson(worlds);
  const file = `insert into files (tenant_id, id, name, content_type, size, checksum, created_at)
    select $1, gen_random_uuid(), 'a.txt', 'text/plain', 0, '', $3 from generate_series(1, $2::int)`;
  const tenantId = worlds.own.tenant.id;
  await database.pool.query(
    `with file as (${file} returning id)
     insert into messages (tenant_id, id, chat_id, channel_id, sender, timestamp, attachments)
     select $1, gen_random_uuid(), $4, $5, 'inbound', now(), json_build_array(json_build_object('fileId', id)) from file`,
    [tenantId, count, new Date(), chat.id, chat.channelId],
  );
  await erase(worlds, contact.id);
  expect(await database.prisma.file.count()).toBe(before);
  await database.pool.query(file, [tenantId, count, new Date('2020-01-01')]);
  const cutoffs = [{ id: tenantId, before: new Date('2021-01-01') }];
  expect(await removeUnusedFiles(database, cutoffs, worlds.sizes)).toBe(count);
  expect(await database.prisma.file.count()).toBe(before);
}

async function fill(worlds: Worlds, values: readonly unknown[], texts: readonly string[]): Promise<void> {
  for (const text of texts) await worlds.database.pool.query(text, [worlds.own.tenant.id, ...values]);
}

async function erase(worlds: Worlds, contactId: string): Promise<void> {
  await eraseContact(worlds.context(), contactId);
  expect(await continueErasure(worlds.context(), contactId)).toBe('completed');
}
