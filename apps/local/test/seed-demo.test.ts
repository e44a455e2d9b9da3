import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { createTestDatabase } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { demoId, demoTenantId } from '../../../prisma/demo/ids.js';
import { seedDemo } from '../../../prisma/seed.js';

const target = useTestDatabase();

/** Finds every id in every table that has ids. */
async function findAllIds(): Promise<Set<string>> {
  const tables = await target.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`,
  );
  const ids = new Set<string>();
  for (const { name } of tables.rows) {
    const { rows } = await target.database.pool.query<{ id: string }>(`select id from "${name}"`);
    for (const { id } of rows) ids.add(id);
  }
  return ids;
}

describe('seedDemo', () => {
  it('adds the demo tenant once', async () => {
    expect(await seedDemo(target.database)).toBe(true);
    expect(await seedDemo(target.database)).toBe(false);
    expect(await target.database.prisma.tenant.findMany()).toMatchObject([
      { id: demoTenantId, slug: 'demo', name: 'Demo', plan: 'pro' },
    ]);
  });

  it('has every record that the examples of the contract refer to', async () => {
    const text = JSON.stringify([v3Document, v2Document]);
    const named = new Set(text.match(/0193a1e0-5c00-7000-8000-0000000000[0-9a-f]{2}/g));
    const ids = await findAllIds();
    // The events of the examples, their deliveries and the export of a contact are created only by requests.
    const happened = ['e1', 'e2', 'e3', 'e9'].map(demoId);
    expect([...named].filter((id) => !ids.has(id)).sort()).toEqual(happened);
  });

  it('covers all four channels, in the sandbox', async () => {
    const channels = await target.database.prisma.channel.findMany({ include: { chats: true } });
    expect(channels.map(({ type }) => type).sort()).toEqual(['email', 'instagram', 'sms', 'whatsapp']);
    expect(channels.every(({ provider, chats }) => provider === 'sandbox' && chats.length > 0)).toBe(true);
  });

  it('has messages of every origin, and runs that have sent or failed', async () => {
    const { prisma } = target.database;
    const messages = await prisma.message.findMany({
      where: { sender: 'outbound', originType: { not: null } },
    });
    const origins = new Set(messages.map(({ originType }) => originType));
    expect([...origins].sort()).toEqual(['api', 'app', 'automation', 'campaign']);
    const runs = await prisma.automationRun.findMany({ include: { steps: true }, orderBy: { id: 'asc' } });
    const sent = runs.map(({ steps }) => Object(steps[0]?.result).messageId ?? null);
    const senders = await Promise.all(sent.map((id) => id && prisma.message.findFirst({ where: { id } })));
    expect(runs.map(({ status }, index) => [status, senders[index]?.automationRunId])).toEqual([
      ['completed', runs[0]?.id],
      ['completed', runs[1]?.id],
      ['failed', undefined],
      ['completed', runs[3]?.id],
    ]);
  });

  it('has a campaign whose template message was read and answered', async () => {
    const { prisma } = target.database;
    const [send] = await prisma.campaignSend.findMany({
      where: { repliedAt: { not: null } },
      include: { message: true, run: true },
    });
    expect(send).toMatchObject({ status: 'read', run: { status: 'completed' } });
    const { id, status, type, messageTemplateId, originId, chatId = '' } = send?.message ?? {};
    expect([id, status, type, originId]).toEqual([send?.messageId, 'read', 'template', send?.campaignId]);
    expect(messageTemplateId).not.toBeNull();
    const timestamp = send?.repliedAt ?? new Date(0);
    expect(await prisma.message.count({ where: { chatId, sender: 'inbound', timestamp } })).toBe(1);
  });

  it('has a recipient who has unsubscribed with a stop word', async () => {
    const { prisma } = target.database;
    const include = { message: true, recipient: { include: { contact: true } } };
    const [send] = await prisma.campaignSend.findMany({ where: { optedOutAt: { not: null } }, include });
    expect(send?.recipient.contact.isSubscribed).toBe(false);
    const { chatId = '' } = send?.message ?? {};
    const timestamp = send?.optedOutAt ?? new Date(0);
    const [word] = await prisma.message.findMany({ where: { chatId, sender: 'inbound', timestamp } });
    expect(word?.text).toBe('STOP');
  });

  it('has an occurrence for each time of a campaign that has ended', async () => {
    const ended = await target.database.prisma.campaign.findMany({
      where: { status: 'completed' },
      include: { occurrences: true },
    });
    expect(
      ended.map(({ name, isRecurring, occurrences }) => [name, isRecurring, occurrences.length]),
    ).toEqual([['Autumn offer', false, 1]]);
  });

  it('has templates with a file and with a code', async () => {
    const templates = await target.database.prisma.messageTemplate.findMany({
      where: { status: 'approved' },
    });
    const file = templates.find(({ mediaFileId }) => mediaFileId !== null);
    const code = templates.find(({ registration }) => Object(registration).category === 'authentication');
    expect(file?.registration).toMatchObject({ status: 'approved' });
    // The service adds the button that copies the code.
    expect(code).toMatchObject({ content: { buttons: [{ type: 'otp' }] } });
  });

  it('sends nothing: no webhook is active, and no campaign is due', async () => {
    const webhooks = await target.database.prisma.webhook.findMany();
    expect(webhooks.map(({ status, url }) => [status, new URL(url).hostname])).toEqual([
      ['inactive', '127.0.0.1'],
      ['inactive', '127.0.0.1'],
    ]);
    expect(await target.database.prisma.campaign.count({ where: { nextOccurrenceAt: { not: null } } })).toBe(
      0,
    );
  });

  it('has dates up to the seeding: reply windows are open, and only a canceled message is in the future', async () => {
    const later = await createTestDatabase();
    const now = new Date('2030-03-01T12:00:00.000Z');
    try {
      await seedDemo(later.database, now);
      const { prisma } = later.database;
      expect(await prisma.chat.count({ where: { openUntil: { gt: now } } })).toBe(2);
      expect(await prisma.chat.count({ where: { snoozedUntil: { gt: now } } })).toBe(1);
      const future = await prisma.message.findMany({ where: { timestamp: { gt: now } } });
      expect(future).toMatchObject([{ status: 'canceled' }]);
      const yesterday = new Date(now.getTime() - 86_400_000);
      expect(await prisma.message.count({ where: { timestamp: { gt: yesterday } } })).toBeGreaterThan(1);
    } finally {
      await later.close();
    }
  });

  it('contains a real image', async () => {
    const content = await target.database.prisma.fileContent.findFirstOrThrow({ include: { file: true } });
    expect(Buffer.from(content.bytes).subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
    expect(content.file).toMatchObject({ contentType: 'image/png', size: content.bytes.length });
  });

  it('does not change another tenant with the same name', async () => {
    const other = await createTestDatabase();
    try {
      await other.database.prisma.tenant.create({
        data: { id: '0193a1e0-5c00-7000-8000-000000000099', slug: 'demo', name: 'Another' },
      });
      expect(await seedDemo(other.database)).toBe(false);
      expect(await other.database.prisma.channel.count()).toBe(0);
    } finally {
      await other.close();
    }
  });
});
