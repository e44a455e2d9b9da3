import { randomUUID } from 'node:crypto';
import type { Scene } from './scene.js';
import { tellsOf } from './tells.js';

/** A write that was answered with success, where it must be found, and what its event tells. */
export interface AcknowledgedWrite {
  readonly kind: 'inbound' | 'label' | 'status' | 'campaign';
  /** Of the row that it left, where later writes leave it alone. */
  readonly row?: string;
  /** Missing where nothing changed, and so nobody is told. */
  readonly tells?: string;
}

const timeoutMs = 10_000;

/** An inbound message, as a provider posts it. */
export async function writeInbound(scene: Scene, number: number): Promise<AcknowledgedWrite> {
  const externalId = `inbound-${randomUUID()}`;
  const from = `+4916${String(number % 40).padStart(8, '0')}`;
  await post(scene, `/ingress/${scene.sandboxId}`, { from, text: `Message ${number}`, externalId });
  return { kind: 'inbound', row: externalId, tells: tellsOf.inbound(externalId) };
}

export async function writeLabel(scene: Scene, number: number): Promise<AcknowledgedWrite> {
  const { contactIds, labelIds } = scene;
  const contactId = pick(contactIds, number);
  const labelId = pick(labelIds, Math.floor(number / contactIds.length));
  await post(scene, `/v3/contacts/${contactId}/labels`, { labels: [{ id: labelId }] });
  return { kind: 'label', row: `${contactId} ${labelId}`, tells: tellsOf.label(contactId, labelId) };
}

/** A chat is written by one writer only, so that its status is always another one. */
export async function writeStatus(scene: Scene, number: number): Promise<AcknowledgedWrite> {
  const chat = pick(scene.chats, number);
  const status = Math.floor(number / scene.chats.length) % 2 === 0 ? 'closed' : 'open';
  const { data } = await post(scene, `/v3/chats/${chat.id}/status`, { status });
  // The status that the chat had from the beginning is no change.
  const isChange = data.updatedAt !== chat.updatedAt.toISOString();
  return { kind: 'status', ...(isChange && { tells: tellsOf.status(chat.id, status, data.updatedAt) }) };
}

export const recipientsPerCampaign = 10;

/** A text message to new numbers; the text names the campaign, so that the provider can tell two apart. */
export async function writeCampaign(scene: Scene, number: number): Promise<AcknowledgedWrite> {
  const name = `campaign-${number}`;
  const contacts = Array.from({ length: recipientsPerCampaign }, (_, index) => ({
    phoneNumber: `+4917${String(number * recipientsPerCampaign + index).padStart(8, '0')}`,
  }));
  const { smsId: channelId, automationId } = scene;
  const variables = { campaign: name };
  const { data } = await post(scene, '/v3/campaigns', { name, channelId, automationId, variables, contacts });
  await post(scene, `/v3/campaigns/${data.id}/start`, undefined);
  return { kind: 'campaign', row: name, tells: tellsOf.campaign(name) };
}

/** A write that gets no answer is not repeated: the next one is another. What was answered is what counts. */
async function post(
  { url, token }: Scene,
  path: string,
  body: unknown,
): Promise<{ data: Record<string, unknown> }> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new WriteRefused(response.status, text);
  return text === '' ? { data: {} } : JSON.parse(text);
}

export class WriteRefused extends Error {
  constructor(
    readonly status: number,
    answer: string,
  ) {
    super(`${status} ${answer}`);
  }
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
