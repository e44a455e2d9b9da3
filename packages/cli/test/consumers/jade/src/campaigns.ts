import { type Campaign, createClient, type Label } from '@parley/client';
import type { WebhookEvent } from '@parley/client/webhooks';

const parley = createClient({ baseUrl: 'http://localhost:3000', token: 'token' });

interface Row {
  readonly name: string;
  readonly scheduledAt: string | null;
}

/** Types of its own, tables of functions, and several calls at once. */
export async function list(campaignId: string, labelId: string): Promise<Row[]> {
  const [campaign, label] = await Promise.all([
    parley.GET('/campaigns/{campaignId}', { params: { path: { campaignId } } }),
    parley.GET('/labels/{labelId}', { params: { path: { labelId } } }),
  ]);
  const row: Row = campaign;
  return [row, { name: paint(label), scheduledAt: null }];
}

const words: Record<Campaign['status'], string> = {
  draft: 'not started',
  scheduled: 'waiting',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  canceled: 'stopped',
};

export function nameStatus(campaign: Pick<Campaign, 'status' | 'totals'>): string {
  return `${words[campaign.status]} ${campaign.totals.sent}`;
}

function paint(label: Label): string {
  return label.color;
}

const handlers = {
  'contact.updated': () => 'contact',
  'message.sent': () => 'sent',
};

export function dispatch(event: WebhookEvent): string {
  if (event.event === 'contact.updated' || event.event === 'message.sent') return handlers[event.event]();
  return '';
}
