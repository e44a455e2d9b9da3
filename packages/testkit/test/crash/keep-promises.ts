import { newId } from '@parley/core';
import type { Database, Tenant, Webhook } from '@parley/database';
import { sendingOf } from '../../src/crash/provider.js';
import type { Receipt } from '../../src/crash/receiver.js';
import { readTells, tellsOf } from '../../src/crash/tells.js';
import { type AcknowledgedWrite, recipientsPerCampaign } from '../../src/crash/writes.js';
import { insertRows } from '../../src/fixtures/insert-rows.js';
import {
  createCampaign,
  createChannel,
  createChat,
  createContact,
  createLabel,
  createMessage,
  createTenant,
  createWebhook,
  putLabelOnContact,
} from '../../src/index.js';

export type Kept = Awaited<ReturnType<typeof keepPromises>>;

/** A write of each kind, in the database, told and sent as it was promised. */
export async function keepPromises(database: Database) {
  const tenant = await createTenant(database);
  const ledger = new Ledger(database, await createWebhook(database, tenant.id));
  const chat = await createChat(database, tenant.id, { status: 'closed' });
  const { vendorId } = await createMessage(database, chat);
  const updatedAt = await readUpdatedAt(database, chat.id);
  await ledger.tell('message.received', { vendorId });
  await ledger.tell('chat.updated', { id: chat.id, status: 'closed', updatedAt });
  const label = await createLabel(database, tenant.id);
  await putLabelOnContact(database, tenant.id, { contactId: chat.contactId, labelId: label.id });
  await ledger.tell('contact.updated', { id: chat.contactId, labels: [{ id: label.id }] });
  const campaign = await keepCampaign(database, tenant, ledger);
  const acknowledged: AcknowledgedWrite[] = [
    { kind: 'inbound', tells: tellsOf.inbound(vendorId) },
    { kind: 'label', tells: tellsOf.label(chat.contactId, label.id) },
    {
      kind: 'status',
      chat: { id: chat.id, status: 'closed', updatedAt },
      tells: tellsOf.status(chat.id, 'closed', updatedAt),
    },
    { kind: 'campaign', name: campaign.name },
  ];
  const { receipts, told } = ledger;
  const evidence = { acknowledged, receiver: { receipts, told }, provider: { sent: campaign.sent } };
  return { database, ledger, evidence, chat, ...campaign };
}

async function keepCampaign(database: Database, { id: tenantId }: Tenant, ledger: Ledger) {
  const channel = await createChannel(database, tenantId, { type: 'sms', provider: 'sms' });
  const { id: campaignId, name } = await createCampaign(database, tenantId, { channelId: channel.id });
  const occurrenceId = newId();
  await insertRows(database, [
    'campaign_occurrences',
    { tenantId, id: occurrenceId, campaignId, occursAt: new Date() },
  ]);
  const sent = new Map<string, number>();
  const messageIds: string[] = [];
  for (let number = 0; number < recipientsPerCampaign; number += 1) {
    const { id: contactId, handle } = await createContact(database, tenantId);
    const chat = await createChat(database, tenantId, {
      channelId: channel.id,
      contactId,
      handleId: handle.id,
    });
    const [recipientId, sendId] = [newId(), newId()];
    await insertRows(
      database,
      ['campaign_sends', { tenantId, id: sendId, campaignId, recipientId, occurrenceId, status: 'sent' }],
      ['campaign_recipients', { tenantId, id: recipientId, campaignId, contactId }],
    );
    const text = `Hello ${name}`;
    const values = { sender: 'outbound', status: 'sent', text, campaignSendId: sendId } as const;
    const message = await createMessage(database, chat, values);
    await ledger.tell('message.sent', { id: message.id });
    sent.set(sendingOf(handle.value, text), 1);
    messageIds.push(message.id);
  }
  return { name, sent, messageIds };
}

/** The events of a webhook, in the database and at its receiver. */
export class Ledger {
  readonly receipts: Receipt[] = [];
  readonly told = new Map<string, Set<string>>();

  constructor(
    readonly database: Database,
    readonly webhook: Webhook,
  ) {}

  async tell(type: string, data: Readonly<Record<string, unknown>>): Promise<string> {
    const { tenantId, id: webhookId } = this.webhook;
    const eventId = newId();
    await insertRows(
      this.database,
      ['deliveries', { tenantId, id: newId(), eventId, webhookId, eventType: type, status: 'succeeded' }],
      ['events', { tenantId, id: eventId, type, data }],
    );
    this.receive(eventId, type, data);
    return eventId;
  }

  receive(eventId: string, type: string, data: Readonly<Record<string, unknown>>): void {
    this.receipts.push({ eventId, hash: 'of the body', isTaken: true });
    for (const sentence of readTells(type, data))
      this.told.set(sentence, (this.told.get(sentence) ?? new Set()).add(eventId));
  }
}

async function readUpdatedAt({ pool }: Database, chatId: string): Promise<string> {
  const { rows } = await pool.query('select updated_at from chats where id = $1', [chatId]);
  return rows[0].updated_at.toISOString();
}
