import { sealSecret, workspaceSecret } from '@parley/core';
import { type Database, type Prisma, runInPrismaTransaction, type Sql } from '@parley/database';
import { nobody } from './rehearse-route.js';
import type { Step } from './warm-up.js';

/**
 * Prisma compiles a write when it is first used: the first of a process takes 40 ms of CPU, and the first of a model 3 to
 * 10 ms. The first secret that is sealed takes 2 ms. Each step begins such a write in a transaction that may only read,
 * so PostgreSQL refuses it.
 */
export function rehearseWrites(database: Database, now: () => Date): Step[] {
  const rehearse = (
    name: string,
    write: (parts: { prisma: Prisma.TransactionClient; sql: Sql }) => unknown,
  ) => ({
    name: `writing ${name}`,
    run: () =>
      runInPrismaTransaction(database, async (transaction) => {
        await transaction.prisma.$executeRaw`set transaction read only`;
        await write(transaction);
      }).catch(ignoreReadOnly),
  });
  const row = { tenantId: nobody, id: nobody, createdAt: now(), updatedAt: now() };
  return [
    ...Object.entries(writes).map(([name, write]) => rehearse(name, ({ prisma }) => write(prisma, row))),
    rehearse('a secret', ({ sql }) => sealSecret({ database, sql }, workspaceSecret(nobody), '')),
  ];
}

type Row = Readonly<{ tenantId: string; id: string; createdAt: Date; updatedAt: Date }>;

const writes: Readonly<Record<string, (prisma: Prisma.TransactionClient, row: Row) => Promise<unknown>>> = {
  webhooks: (prisma, row) =>
    prisma.webhook.create({
      data: {
        ...row,
        url: '',
        status: 'active',
        secret: '',
        ordered: false,
        events: { create: [{ position: 0, type: null, channelIds: [] }] },
      },
    }),
  channels: (prisma, row) =>
    prisma.channel.create({
      data: { ...row, type: 'sms', provider: 'sandbox', name: '', settings: {}, secrets: {} },
    }),
  labels: (prisma, row) => prisma.label.create({ data: { ...row, name: '', color: '' } }),
  attributes: (prisma, row) => prisma.attribute.create({ data: { ...row, name: '', externalId: '' } }),
  users: (prisma, row) => prisma.user.create({ data: { ...row, name: '' } }),
  teams: (prisma, row) => prisma.team.create({ data: { ...row, name: '', externalId: null } }),
  notes: (prisma, { tenantId, id, createdAt }) =>
    prisma.chatNote.create({
      data: {
        ...{ tenantId, id, createdAt, chatId: nobody, eventId: nobody, text: '' },
        ...{ authorUserId: null, authorKeyId: null, mentionedUserIds: [] },
      },
    }),
  segments: (prisma, row) => prisma.segment.create({ data: { ...row, name: '', query: '' } }),
  'message templates': (prisma, row) =>
    prisma.messageTemplate.create({ data: { ...row, name: '', body: '', content: {} } }),
  'changes of labels': (prisma, { tenantId, id, updatedAt }) =>
    prisma.label.update({ where: { tenantId_id: { tenantId, id } }, data: { name: '', updatedAt } }),
};

/** That the write is refused is expected. */
function ignoreReadOnly(error: unknown): void {
  if (!(error instanceof Error && error.message.includes('read-only transaction'))) throw error;
}
