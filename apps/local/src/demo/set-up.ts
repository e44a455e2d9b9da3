import { type Context, createAutomation, publishAutomation } from '@parley/core';
import type { Database } from '@parley/database';
import { demoTenantId } from '../../../../prisma/seed.js';

/** The secrets of the demo tenant's two webhooks, by the version of their bodies. */
export async function readSecrets({ prisma }: Database): Promise<Map<string, string>> {
  const webhooks = await prisma.webhook.findMany({ where: { tenantId: demoTenantId } });
  return new Map(webhooks.map(({ apiVersion, secret }) => [apiVersion, secret]));
}

/** Lets the demo tenant's webhooks deliver to the receiver: that of v3 every event, those of one chat in order. */
export async function subscribe({ prisma }: Database, receiverUrl: string): Promise<void> {
  for (const apiVersion of ['v3', 'v2'] as const) {
    await prisma.webhook.updateMany({
      where: { tenantId: demoTenantId, apiVersion },
      data: { url: `${receiverUrl}/${apiVersion}`, status: 'active', ordered: true },
    });
  }
  await prisma.webhookEvent.updateMany({
    where: { tenantId: demoTenantId, webhook: { apiVersion: 'v3' } },
    data: { type: null, scopes: [], channelIds: [] },
  });
}

/** What the campaign does for each of its recipients. */
export async function publishOffer(context: Context): Promise<string> {
  const text = 'Hello {{firstName}}, {{discount}} off everything this week.';
  const { id } = await createAutomation(context, {
    name: 'Winter offer',
    trigger: { type: 'manual' },
    steps: [{ type: 'send_message', text }],
  });
  await publishAutomation(context, id);
  return id;
}
