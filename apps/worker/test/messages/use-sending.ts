import { type Context, newId, sendMessage } from '@parley/core';
import type { Channel, Prisma } from '@parley/database';
import { contextOf, createChannel, createClock, createContact, createTenant } from '@parley/testkit';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { parseWorkerConfig } from '../../src/config/worker-config.js';
import { fetchMedia } from '../../src/messages/fetch-media-task.js';
import { type SendingDependencies, sendPendingMessage } from '../../src/messages/send-pending-message.js';
import { sendReaction } from '../../src/messages/send-reaction.js';
import { createWorkerMetrics } from '../../src/metrics/worker-metrics.js';
import {
  createOutboundBulkhead,
  createOutboundCalls,
} from '../../src/outbound-http/bulkhead/outbound-calls.js';
import { submitTemplate } from '../../src/templates/submit-template.js';
import { syncTemplates } from '../../src/templates/sync-templates.js';

export const publicUrl = 'https://parley.example';

/** Creates a tenant and a clock, and does what a worker would do when a job is due. */
export function useSending(env: Record<string, string> = { WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }) {
  const clock = createClock('2026-11-14T09:30:00.000Z');
  const bulkhead = createOutboundBulkhead();
  const config = parseWorkerConfig({ PUBLIC_URL: publicUrl, ...env });
  const registry = new Registry();
  const metrics = createWorkerMetrics(registry);
  const target = useTestDatabase();
  const tenant = useResource(() => createTenant(target.database));

  const context = (): Context => contextOf(target.database, tenant.id, clock.now);
  const dependencies = (): SendingDependencies => ({
    context: context(),
    database: target.database,
    now: clock.now,
    logger: pino({ level: 'silent' }),
    config,
    newLeaseToken: newId,
    outboundCalls: createOutboundCalls({ tenant: 'a', bulkhead, now: clock.now, releaseSlot: () => {} }),
    isBulk: false,
    metrics,
  });

  return {
    clock,
    registry,
    context,
    dependencies,
    addChannel(values: Partial<Prisma.ChannelUncheckedCreateInput>): Promise<Channel> {
      return createChannel(target.database, tenant.id, values);
    },
    /** Enqueues a message to a new contact who wrote a moment ago. */
    async enqueue(channel: Channel, content: Partial<Parameters<typeof sendMessage>[1]> = {}) {
      const { database, tenantId } = context();
      const contact = await createContact(database, tenantId);
      const chat = await database.prisma.chat.create({
        data: {
          tenantId,
          id: newId(),
          channelId: channel.id,
          contactId: contact.id,
          handleId: contact.handle.id,
          openUntil: new Date(clock.now().getTime() + 86_400_000),
        },
      });
      const given = content.template || content.interactive ? {} : { text: 'Hello' };
      return sendMessage(context(), { to: { chatId: chat.id }, ...given, publicUrl, ...content });
    },
    send: (messageId: string, own: Partial<SendingDependencies> = {}) =>
      sendPendingMessage({ tenantId: tenant.id, messageId }, { ...dependencies(), ...own }),
    /** Runs the job that sends a reaction. */
    sendReaction: (messageId: string, attempt = 0) =>
      sendReaction({ tenantId: tenant.id, messageId, attempt }, dependencies()),
    submitTemplate: (messageTemplateId: string) =>
      submitTemplate({ tenantId: tenant.id, messageTemplateId }, dependencies()),
    syncTemplates: (channelId: string, attempt = 0) =>
      syncTemplates({ tenantId: tenant.id, channelId, attempt }, dependencies()),
    fetchMedia: (messageId: string) => fetchMedia({ tenantId: tenant.id, messageId }, dependencies()),
    read: (id: string) => target.database.prisma.message.findFirstOrThrow({ where: { id } }),
    events: (chatId: string) =>
      target.database.prisma.event.findMany({ where: { chatId }, orderBy: { id: 'asc' } }),
    /** Returns when the jobs of a message are due. */
    async dueAt(messageId: string, tasks = ['send-message', 'fetch-media']): Promise<Date[]> {
      const { rows } = await target.database.pool.query<{ runAt: Date }>(
        `select run_at as "runAt" from graphile_worker.jobs where key = any ($1)`,
        [tasks.map((task) => `${task}:${tenant.id}:${messageId}`)],
      );
      return rows.map(({ runAt }) => runAt);
    },
  };
}
