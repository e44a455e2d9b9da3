import { describe, expect, it } from '@jest/globals';
import type { Prisma } from '@parley/database';
import { findReferredFiles, newId, removeExpired } from '../../src/index.js';
import { setRetention } from '../../src/tenants/administer-retention.js';
import {
  createAutomation,
  createAutomationRun,
  createCampaign,
  createFile,
  createMessage,
  createMessageTemplate,
} from '../testkit.js';
import { useWorlds } from '../use-worlds.js';

const { database, prisma, own, tenantId, sizes } = useWorlds();

const day = 24 * 60 * 60 * 1_000;
const start = new Date();
/** The records are created now, and maintenance runs on a later day. */
const remove = (days: number) => removeExpired(database, new Date(start.getTime() + days * day), sizes);

type Refer = (fileId: string) => Promise<{ readonly table: string; readonly id: string }>;

/** Every kind of record that can refer to a file. */
const referrers: Readonly<Record<string, Refer>> = {
  async 'a message'(fileId) {
    const facts = { type: 'document', name: null, contentType: 'text/plain', size: 1 };
    const message = { type: 'document', attachments: [{ ...facts, fileId }] } as const;
    return { table: 'messages', ...(await createMessage(database, own.chat, message)) };
  },
  async 'a template'(mediaFileId) {
    const template = await createMessageTemplate(database, own.tenant.id, { mediaFileId });
    return { table: 'message_templates', ...template };
  },
  async 'a campaign'(mediaFileId) {
    const { tenant, channel, automation } = own;
    const parts = { channelId: channel.id, automationId: automation.id, mediaFileId };
    return { table: 'campaigns', ...(await createCampaign(database, tenant.id, parts)) };
  },
  async 'a run'(mediaFileId) {
    const { automation, contact } = own;
    const run = await createAutomationRun(database, automation, {
      contactId: contact.id,
      mediaFileId,
    });
    return { table: 'automation_runs', ...run };
  },
  async 'a step with attachments'(fileId) {
    const steps = [{ type: 'send_message', text: null, attachments: [{ fileId }] }];
    return { table: 'automations', ...(await createAutomation(database, tenantId(), { steps })) };
  },
  async 'a step with a template'(mediaFileId) {
    const steps = [
      { type: 'wait', seconds: 1 },
      { type: 'send_template', messageTemplateId: newId(), mediaFileId },
    ];
    return { table: 'automations', ...(await createAutomation(database, tenantId(), { steps })) };
  },
  async 'a nested step with attachments'(fileId) {
    const steps = [
      { type: 'wait', seconds: 1 },
      branch({ yes: [branch({ no: [{ type: 'send_message', text: null, attachments: [{ fileId }] }] })] }),
    ];
    return { table: 'automations', ...(await createAutomation(database, tenantId(), { steps })) };
  },
  async 'a step after a question without a reply'(fileId) {
    const otherwise = [{ type: 'send_message', text: null, attachments: [{ fileId }] }];
    const steps = [{ type: 'ask', text: 'Why?', else: otherwise }];
    return { table: 'automations', ...(await createAutomation(database, tenantId(), { steps })) };
  },
  async 'a nested step with a template'(mediaFileId) {
    const steps = [branch({ yes: [{ type: 'send_template', messageTemplateId: newId(), mediaFileId }] })];
    return { table: 'automations', ...(await createAutomation(database, tenantId(), { steps })) };
  },
};

function branch({ yes = [], no = [] }: { yes?: Prisma.InputJsonArray; no?: Prisma.InputJsonArray }) {
  const conditions = [{ field: 'contact.email', operator: 'is_set' }];
  // biome-ignore lint/suspicious/noThenProperty: the contract names the list so, and nothing awaits a step
  return { type: 'branch', conditions, then: yes, else: no };
}

async function isThere(id: string): Promise<boolean> {
  const [files, chunks] = await Promise.all([
    prisma.file.count({ where: { id } }),
    prisma.fileContent.count({ where: { fileId: id } }),
  ]);
  expect(chunks).toBe(files);
  return files === 1;
}

const isReferred = async (id: string) =>
  (await findReferredFiles(database, { tenantId: tenantId() }, [id])).has(id);

async function drop({ table, id }: Awaited<ReturnType<Refer>>): Promise<void> {
  await database.pool.query('update chats set latest_message_id = null where latest_message_id = $1', [id]);
  await database.pool.query(`delete from ${table} where id = $1`, [id]);
}

describe.each(Object.entries(referrers))('a file of %s', (_, refer) => {
  it('is kept while a record refers to it, and is removed seven days after the last reference', async () => {
    const { id } = await createFile(database, tenantId());
    expect(await isReferred(id)).toBe(false);
    const referrer = await refer(id);
    expect(await isReferred(id)).toBe(true);
    await remove(80);
    expect(await isThere(id)).toBe(true);
    await drop(referrer);
    await remove(6.9);
    expect(await isThere(id)).toBe(true);
    expect((await remove(7.1)).releasedFiles).toBe(1);
    expect(await isThere(id)).toBe(false);
  });

  it('is kept while another record refers to it', async () => {
    const { id } = await createFile(database, tenantId());
    const referrer = await refer(id);
    const other = await createMessageTemplate(database, tenantId(), { mediaFileId: id });
    await drop(referrer);
    await remove(8);
    expect(await isThere(id)).toBe(true);
    await drop({ table: 'message_templates', id: other.id });
    await remove(8);
    expect(await isThere(id)).toBe(false);
  });
});

describe('a file', () => {
  it('in use that is not marked so, is marked when it is old enough to be examined', async () => {
    const [old, young] = [
      await createFile(database, own.tenant.id),
      await createFile(database, own.tenant.id),
    ];
    for (const { id } of [old, young])
      await createMessageTemplate(database, own.tenant.id, { mediaFileId: id });
    await database.pool.query(
      `update files set is_used = false,
         created_at = case when id = $2 then created_at + interval '79 days' else created_at end
       where id = any ($1::uuid[])`,
      [[old.id, young.id], young.id],
    );
    await setRetention(database, { tenant: tenantId(), kind: 'unusedFiles', days: 3 });
    await remove(80);
    await setRetention(database, { tenant: tenantId(), kind: 'unusedFiles', days: undefined });
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from files where is_used and id = any ($1::uuid[])',
      [[old.id, young.id]],
    );
    expect(rows).toEqual([{ id: old.id }]);
  });

  it('is removed when its template gets another file, which is kept', async () => {
    const files = [await createFile(database, tenantId()), await createFile(database, tenantId())];
    const [former, present] = files.map(({ id }) => id);
    const { id } = await createMessageTemplate(database, tenantId(), { mediaFileId: former ?? '' });
    await database.pool.query('update message_templates set media_file_id = $2 where id = $1', [id, present]);
    await remove(8);
    expect([await isThere(former ?? ''), await isThere(present ?? '')]).toEqual([false, true]);
  });

  it('is kept for seven days after the second release if it is released twice', async () => {
    const { id } = await createFile(database, tenantId());
    for (const days of [-1, 5]) {
      const run = await createAutomationRun(database, own.automation, {
        contactId: own.contact.id,
        mediaFileId: id,
      });
      await drop({ table: 'automation_runs', id: run.id });
      // The database has the current time.
      await database.pool.query(
        `update released_files set released_at = $2 where file_id = $1 and released_at > now() - interval '1 hour'`,
        [id, new Date(start.getTime() + days * day)],
      );
    }
    await remove(8);
    expect(await isThere(id)).toBe(true);
    await remove(12.1);
    expect(await isThere(id)).toBe(false);
  });

  it('is left for the next run if a transaction is just adding a reference to it', async () => {
    const { id } = await createFile(database, tenantId());
    const template = await createMessageTemplate(database, tenantId(), { mediaFileId: id });
    await drop({ table: 'message_templates', id: template.id });
    const holder = await database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from files where id = $1 for key share', [id]);
      await remove(8);
      expect(await isThere(id)).toBe(true);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await remove(8);
    expect(await isThere(id)).toBe(false);
  });

  it('is kept if nothing has ever referred to it, unless the workspace has a number of days for such files', async () => {
    const { id } = await createFile(database, tenantId());
    const used = await createFile(database, tenantId());
    await referrers['a message']?.(used.id);
    await remove(10_000);
    expect(await isThere(id)).toBe(true);
    await setRetention(database, { tenant: tenantId(), kind: 'unusedFiles', days: 3 });
    await remove(2.9);
    expect(await isThere(id)).toBe(true);
    await remove(3.1);
    expect([await isThere(id), await isThere(used.id)]).toEqual([false, true]);
    await setRetention(database, { tenant: tenantId(), kind: 'unusedFiles', days: undefined });
  });
});
