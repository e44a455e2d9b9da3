import { randomUUID } from 'node:crypto';
import type { CampaignSendStatus, Prisma } from '@parley/database';
import type { CampaignTotals } from '../../src/campaigns/campaign-detail-record.js';
import {
  type AutomationStep,
  type CampaignRecord,
  campaignDetails,
  createCampaign,
  getById,
  runAutomation,
  startOccurrence,
} from '../../src/index.js';
import { createContext, type TestContext } from '../test-context.js';
import { createAutomation, createChannel, createContact, createTenant } from '../testkit.js';
import type { Worlds } from '../use-worlds.js';

export interface PreparedCampaign {
  readonly campaign: CampaignRecord;
  readonly context: TestContext;
  readonly contactIds: readonly string[];
  totals(): Promise<CampaignTotals>;
  status(): Promise<string>;
  sends(): Promise<
    { id: string; status: CampaignSendStatus; skippedReason: string | null; messageId: string | null }[]
  >;
  /** Performs all due runs of the campaign as workers would; returns their number. */
  runAll(): Promise<number>;
  /** Starts an occurrence, and performs its runs; returns their number. */
  send(): Promise<number>;
}

interface CampaignValues extends Partial<Parameters<typeof createCampaign>[1]> {
  readonly contactCount?: number;
  readonly steps?: readonly AutomationStep[];
  /** The time of the clock. */
  readonly start?: Date;
}

/** Prepares an SMS campaign in a new tenant, to subscribed contacts. */
export async function prepareCampaign(
  worlds: Worlds,
  values: CampaignValues = {},
): Promise<PreparedCampaign> {
  const {
    contactCount = 3,
    steps = [{ type: 'send_message', text: 'Offer {{code}}' }],
    start,
    ...own
  } = values;
  const { database } = worlds;
  const { id: tenantId } = await createTenant(database);
  const context = { ...createContext(database, tenantId, start), sizes: worlds.sizes };
  const channel = await createChannel(database, tenantId, { type: 'sms' });
  // Steps are plain JSON.
  const automation = await createAutomation(database, tenantId, {
    steps: steps as unknown as Prisma.InputJsonArray,
  });
  const contacts = await Promise.all(
    Array.from({ length: contactCount }, () => createContact(database, tenantId)),
  );
  const contactIds = contacts.map(({ id }) => id);
  const campaign = await createCampaign(context, {
    name: 'Offer',
    channelId: channel.id,
    automationId: automation.id,
    variables: [{ name: 'code', value: 'A-1' }],
    contactIds,
    ...own,
  });
  const read = () => getById(context, campaignDetails, campaign.id);
  return {
    campaign,
    context,
    contactIds,
    totals: async () => (await read()).totals,
    status: async () => (await read()).status,
    sends: () =>
      database.prisma.campaignSend.findMany({
        where: { campaignId: campaign.id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, status: true, skippedReason: true, messageId: true },
      }),
    runAll: () => runDue(context),
    send: async () => {
      await startOccurrence(context, campaign.id);
      return runDue(context);
    },
  };
}

async function runDue(context: TestContext): Promise<number> {
  const due = await context.database.prisma.automationRun.findMany({
    where: { tenantId: context.tenantId, status: { in: ['scheduled', 'running'] } },
  });
  for (const { id: runId } of due) {
    await runAutomation(context, {
      runId,
      leaseToken: randomUUID(),
      callWebhook: () => Promise.reject(new Error('Campaigns here call no webhook')),
    });
  }
  return due.length;
}
