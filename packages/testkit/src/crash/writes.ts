import { randomUUID } from 'node:crypto';
import { factOf } from './event-facts.js';
import type { Scene, Send } from './scene.js';

/** An acknowledged write, with what is needed to find it. */
export type AcknowledgedWrite = EventWrite | StatusWrite | CampaignWrite;

/** A write whose event and row show the same fact. */
export interface EventWrite {
  readonly kind: 'inbound' | 'label';
  readonly fact: string;
}

export interface StatusWrite {
  readonly kind: 'status';
  /** The state of the chat in the response. */
  readonly chat: ChatState;
  /** The fact that the event reports; absent if nothing changed and no event is emitted. */
  readonly fact?: string;
}

export interface ChatState {
  readonly id: string;
  readonly status: string;
  readonly updatedAt: string;
}

export interface CampaignWrite {
  readonly kind: 'campaign';
  readonly name: string;
}

/** An inbound message, as a provider posts it. */
export async function writeInbound(scene: Scene, number: number): Promise<EventWrite> {
  const externalId = `inbound-${randomUUID()}`;
  const from = `+4916${String(number % 40).padStart(8, '0')}`;
  await post(scene, `/ingress/${scene.sandboxId}`, { from, text: `Message ${number}`, externalId });
  return { kind: 'inbound', fact: factOf.inbound(externalId) };
}

/** Adds a label to a new contact: on a shared contact, the event of a later label would report the earlier one as well. */
export async function writeLabel(scene: Scene, number: number): Promise<EventWrite> {
  const labelId = pick(scene.labelIds, number);
  const { data: contact } = await post(scene, '/v3/contacts', {
    firstName: 'Ada',
    lastName: `Berg ${number}`,
  });
  await post(scene, `/v3/contacts/${contact.id}/labels`, { labels: [{ id: labelId }] });
  return { kind: 'label', fact: factOf.label(contact.id, labelId) };
}

/** Only one writer changes a chat, so that each write changes its status. */
export async function writeStatus(scene: Scene, number: number): Promise<StatusWrite> {
  const { id, updatedAt: beganAt } = pick(scene.chats, number);
  const status = Math.floor(number / scene.chats.length) % 2 === 0 ? 'closed' : 'open';
  const { data } = await post(scene, `/v3/chats/${id}/status`, { status });
  const updatedAt = String(data.updatedAt);
  // Setting the status that the chat had from the beginning changes nothing.
  const isChange = updatedAt !== beganAt.toISOString();
  return {
    kind: 'status',
    chat: { id, status, updatedAt },
    ...(isChange && { fact: factOf.status(id, status, updatedAt) }),
  };
}

export const recipientsPerCampaign = 10;

/** A text message to new numbers; the text names the campaign, so that the provider can distinguish two campaigns. */
export async function writeCampaign(scene: Scene, number: number): Promise<CampaignWrite> {
  const name = `${scene.name}-campaign-${number}`;
  const contacts = Array.from({ length: recipientsPerCampaign }, (_, index) => ({
    phoneNumber: `+4917${String(number * recipientsPerCampaign + index).padStart(8, '0')}`,
  }));
  const { smsId: channelId, automationId } = scene;
  const variables = { campaign: name };
  const { data } = await post(scene, '/v3/campaigns', { name, channelId, automationId, variables, contacts });
  await post(scene, `/v3/campaigns/${data.id}/start`, undefined);
  return { kind: 'campaign', name };
}

export async function post(
  { url, token, send = sendOnce(url) }: Pick<Scene, 'url' | 'token' | 'send'>,
  path: string,
  body: unknown,
): Promise<{ data: Record<string, unknown> }> {
  const response = await send(path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new WriteRefused(response.status, text);
  return text === '' ? { data: {} } : JSON.parse(text);
}

/** A write without a response is not repeated, because only acknowledged writes count. */
export function sendOnce(url: string, timeoutMs = 10_000): Send {
  return (path, init) => fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });
}

export class WriteRefused extends Error {
  readonly status: number;

  constructor(status: number, response: string) {
    super(`${status} ${response}`);
    this.status = status;
  }
}

function pick<Item>(items: readonly Item[], number: number): Item {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}
