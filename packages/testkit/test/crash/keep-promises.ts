import { newId } from '@parley/core';
import type { Database, Tenant, Webhook } from '@parley/database';
import { factOf, readFacts } from '../../src/crash/event-facts.js';
import { sendingOf } from '../../src/crash/provider.js';
import type { Receipt } from '../../src/crash/receiver.js';
import { momentOfDate, type RecurringCampaign } from '../../src/crash/recurring.js';
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

/** Creates a write of each kind that is in the database, was reported and was sent as guaranteed. */
export async function keepPromises(database: Database) {
  const tenant = await createTenant(database);
  const ledger = new Ledger(database, await createWebhook(database, tenant.id));
  const chat = await createChat(database, tenant.id, { status: 'closed' });
  const { vendorId } = await createMessage(database, chat);
  const updatedAt = await readUpdatedAt(database, chat.id);
  await ledger.emit('message.received', { vendorId });
  await ledger.emit('chat.updated', { id: chat.id, status: 'closed', updatedAt });
  const label = await createLabel(database, tenant.id);
  await putLabelOnContact(database, tenant.id, { contactId: chat.contactId, labelId: label.id });
  await ledger.emit('contact.updated', { id: chat.contactId, labels: [{ id: label.id }] });
  const campaign = await keepCampaign(database, {
    tenant,
    ledger,
    recipients: recipientsPerCampaign,
    moments: [new Date()],
  });
  const again = await keepCampaign(database, { tenant, ledger, recipients: 2, moments: recurrence });
  const moments = new Set(recurrence.map(momentOfDate));
  const recurring: RecurringCampaign[] = [{ id: again.id, recipients: 2, moments, passedMoments: 2 }];
  const acknowledged: AcknowledgedWrite[] = [
    { kind: 'inbound', fact: factOf.inbound(vendorId) },
    { kind: 'label', fact: factOf.label(chat.contactId, label.id) },
    {
      kind: 'status',
      chat: { id: chat.id, status: 'closed', updatedAt },
      fact: factOf.status(chat.id, 'closed', updatedAt),
    },
    { kind: 'campaign', name: campaign.name },
  ];
  const { receipts, reported } = ledger;
  const sent = new Map([...campaign.sent, ...again.sent]);
  const evidence = { acknowledged, receiver: { receipts, reported }, provider: { sent }, recurring };
  return {
    database,
    ledger,
    evidence,
    acknowledged,
    chat,
    sent,
    recurring,
    messageIds: campaign.messageIds,
    again,
  };
}

const recurrence = [new Date('2026-03-01T10:00:06Z'), new Date('2026-03-01T10:00:12Z')];

interface CampaignToKeep {
  readonly tenant: Tenant;
  readonly ledger: Ledger;
  readonly recipients: number;
  readonly moments: readonly Date[];
}

/** A campaign with an occurrence at each of the times and a message to each recipient. */
async function keepCampaign(database: Database, { tenant, ledger, recipients, moments }: CampaignToKeep) {
  const { id: tenantId } = tenant;
  const channel = await createChannel(database, tenantId, { type: 'sms', provider: 'sms' });
  const { id: campaignId, name } = await createCampaign(database, tenantId, { channelId: channel.id });
  const occurrenceIds: string[] = [];
  for (const occursAt of moments) {
    const id = newId();
    await insertRows(database, ['campaign_occurrences', { tenantId, id, campaignId, occursAt }]);
    occurrenceIds.push(id);
  }
  const sent = new Map<string, number>();
  const messageIds: string[] = [];
  for (let number = 0; number < recipients; number += 1) {
    const { id: contactId, handle } = await createContact(database, tenantId);
    const place = { channelId: channel.id, contactId, handleId: handle.id };
    const chat = await createChat(database, tenantId, place);
    const recipientId = newId();
    await insertRows(database, ['campaign_recipients', { tenantId, id: recipientId, campaignId, contactId }]);
    for (const occurrenceId of occurrenceIds) {
      const sendId = newId();
      const send = { tenantId, id: sendId, campaignId, recipientId, occurrenceId, status: 'sent' };
      await insertRows(database, ['campaign_sends', send]);
      const text = `Hello ${name}`;
      const values = { sender: 'outbound', status: 'sent', text, campaignSendId: sendId } as const;
      const { id } = await createMessage(database, chat, values);
      await ledger.emit('message.sent', { id });
      sent.set(sendingOf({ id, to: handle.value, text }), 1);
      messageIds.push(id);
    }
  }
  return { id: campaignId, name, sent, messageIds };
}

/** The events of a webhook, in the database and at its receiver. */
export class Ledger {
  readonly database: Database;
  readonly webhook: Webhook;
  readonly receipts: Receipt[] = [];
  readonly reported = new Map<string, Set<string>>();

  constructor(database: Database, webhook: Webhook) {
    this.database = database;
    this.webhook = webhook;
  }

  async emit(type: string, data: Readonly<Record<string, unknown>>): Promise<string> {
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
    this.receipts.push({
      eventId,
      hash: 'of the body',
      hashOfValues: 'of its values',
      isAccepted: true,
      receivedAt: 0,
    });
    for (const fact of readFacts(type, data))
      this.reported.set(fact, (this.reported.get(fact) ?? new Set()).add(eventId));
  }
}

async function readUpdatedAt({ pool }: Database, chatId: string): Promise<string> {
  const { rows } = await pool.query('select updated_at from chats where id = $1', [chatId]);
  return rows[0].updated_at.toISOString();
}
