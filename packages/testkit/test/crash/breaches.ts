import { newId } from '@parley/core';
import { factOf } from '../../src/crash/event-facts.js';
import type { Kept, Ledger } from './keep-promises.js';

/** Executes a statement on the database of the test. */
export type Run = (statement: string) => Promise<unknown>;

export interface Breach {
  readonly breach: string;
  readonly plant: (kept: Kept) => unknown;
  readonly found: readonly RegExp[];
}

/** Lists each way to violate a guarantee, and the messages with which it must be detected. */
export function listBreaches(run: Run): Breach[] {
  return [
    {
      breach: 'an inbound message that was lost',
      plant: () =>
        run(`with shown as (update chats set latest_message_id = null)
          delete from messages where sender = 'inbound'`),
      found: [
        /^"inbound .*" was acknowledged, but is not in the database$/,
        /^"inbound .*" was reported, but is not/,
      ],
    },
    {
      breach: 'a label that was lost',
      plant: () => run('delete from contact_labels'),
      found: [
        /^"label .*" was acknowledged, but is not in the database$/,
        /^"label .*" was reported, but is not/,
      ],
    },
    {
      breach: 'a status that was lost',
      plant: () => run(`update chats set status = 'open', updated_at = '2020-01-01' where status = 'closed'`),
      found: [/^chat .* was acknowledged as closed at .* and is open at 2020/],
    },
    {
      breach: 'a chat that was lost with its status',
      plant: ({ acknowledged, chat: { updatedAt } }) =>
        acknowledged.push({
          kind: 'status',
          chat: { id: newId(), status: 'open', updatedAt: updatedAt.toISOString() },
        }),
      found: [/^chat .* does not exist$/],
    },
    {
      breach: 'a campaign that misses a recipient',
      plant: ({ messageIds }) =>
        run(`update messages set campaign_send_id = null where id = '${firstOf(messageIds)}'`),
      found: [
        /^"campaign .* is not in the database$/,
        /^"message .* sent" was reported, but is not/,
        /send ".*", which is not in the database$/,
      ],
    },
    {
      breach: 'an event that was recorded and not delivered',
      plant: ({ ledger }) => {
        ledger.receipts.shift();
      },
      found: [/^event .* was recorded, but never delivered$/],
    },
    {
      breach: 'an event that was refused and counts as delivered',
      plant: ({ ledger }) => refuseFirst(ledger),
      found: [/^event .* was recorded, but never delivered$/],
    },
    {
      breach: 'an event that was never committed',
      plant: ({ ledger }) => ledger.receive(newId(), 'contact.updated', {}),
      found: [/^event .* was delivered, but never committed$/],
    },
    {
      breach: 'a write without its event',
      plant: ({ ledger, chat }) => {
        for (const fact of ledger.reported.keys())
          if (fact.startsWith(`chat ${chat.id}`)) ledger.reported.delete(fact);
      },
      found: [/^"chat .* closed at .*" was acknowledged, but its event never arrived$/],
    },
    {
      breach: 'an event of a write that did not happen',
      plant: ({ ledger }) => ledger.emit('message.received', { vendorId: 'nobody' }),
      found: [/^"inbound nobody" was reported, but is not in the database$/],
    },
    {
      breach: 'two events of one write',
      plant: ({ ledger, messageIds }) => ledger.emit('message.sent', { id: firstOf(messageIds) }),
      found: [/^"message .* sent" was reported by 2 events$/],
    },
    {
      breach: 'a second body of an event',
      plant: ({ ledger }) => ledger.receipts.push({ ...firstOf(ledger.receipts), hash: 'of another' }),
      found: [/^event .* arrived with two bodies$/],
    },
    {
      breach: 'a message that was sent twice',
      plant: ({ sent }) => sent.set(firstOf([...sent.keys()]), 2),
      found: [/^the provider was asked 2 times to send/],
    },
    {
      breach: 'a message with the status sent that the provider never received',
      plant: ({ sent }) => sent.delete(firstOf([...sent.keys()])),
      found: [/^message .* is sent, but the provider never received it$/],
    },
    {
      breach: 'a sent message without an event',
      plant: ({ ledger, messageIds }) => ledger.reported.delete(factOf.message(firstOf(messageIds), 'sent')),
      found: [/^message .* is sent, but no event reported it$/],
    },
    {
      breach: 'a message that never ends',
      plant: ({ messageIds }) =>
        run(`update messages set status = 'pending' where id = '${firstOf(messageIds)}'`),
      found: [/^message .* is still pending$/],
    },
    {
      breach: 'a message that failed for another reason than doubt',
      plant: async (all) => {
        await endMessage(run, all, 'internal_error');
        await all.ledger.emit('message.updated', { id: firstOf(all.messageIds), status: 'failed' });
        all.ledger.reported.delete(factOf.message(firstOf(all.messageIds), 'sent'));
      },
      found: [/^message .* failed with internal_error$/],
    },
    {
      breach: 'a recipient with two messages from one occurrence',
      plant: async ({ sent, again }) => {
        // The first message of each recipient: both belong to the first occurrence.
        const [first, , second] = again.messageIds;
        const [kept, , moved] = [...again.sent.keys()];
        await run(`update messages set chat_id = (select chat_id from messages where id = '${first}')
          where id = '${second}'`);
        sent.delete(String(moved));
        sent.set(String(kept).replace(String(first), String(second)), 1);
      },
      found: [/^there are two messages to \S+ from campaign \S+ at 2026-03-01T10:00:06.000Z$/],
    },
    {
      breach: 'a message of a recurring campaign that was sent twice, though as often as it recurred',
      plant: ({ sent, again }) => {
        const [first, second] = [...again.sent.keys()];
        sent.delete(String(first));
        sent.set(String(second), 2);
      },
      found: [
        /^message .* is sent, but the provider never received it$/,
        /^the provider was asked 2 times to send/,
      ],
    },
    {
      breach: 'a second message of an occurrence that was sent but not committed',
      plant: ({ sent, again }) => {
        const [first] = [...again.sent.keys()];
        sent.set(String(first).replace(firstOf(again.messageIds), newId()), 1);
      },
      found: [/^the provider was asked to send ".*", which is not in the database$/],
    },
    {
      breach: 'campaigns that recurred too rarely to prove anything',
      plant: ({ recurring }) => {
        recurring[0] = { ...firstOf(recurring), passedMoments: 60 };
      },
      found: [/^campaigns recurred 2 times to all recipients, but at least 20 times were due$/],
    },
    {
      breach: 'a campaign that never recurred',
      plant: ({ recurring }) => {
        recurring.push({ ...firstOf(recurring), id: newId(), passedMoments: 4 });
      },
      found: [/^campaign .* never recurred to all recipients, though 4 of its due times passed$/],
    },
    {
      breach: 'an occurrence at a time that does not match the rules',
      plant: () =>
        run(`update campaign_occurrences set occurs_at = '2026-03-01T10:00:07Z'
          where occurs_at = '2026-03-01T10:00:06Z'`),
      found: [/^campaign .* at 2026-03-01T10:00:07.000Z is not a time of its rules$/],
    },
    {
      breach: 'a recipient whose message is missing in an occurrence',
      plant: async ({ sent, again, ledger }) => {
        const id = firstOf(again.messageIds);
        await run(`delete from messages where id = '${id}'`);
        sent.delete(firstOf([...again.sent.keys()]));
        ledger.reported.delete(factOf.message(id, 'sent'));
      },
      found: [/^campaign .* at 2026-03-01T10:00:06.000Z has 1 sends without a message$/],
    },
    {
      breach: 'a recipient without a send in an occurrence',
      plant: ({ recurring }) => {
        recurring[0] = { ...firstOf(recurring), recipients: 3 };
      },
      found: [/ has 2 sends for 3 recipients$/, / has 2 sends for 3 recipients$/],
    },
    {
      breach: 'results of campaigns that were counted twice',
      plant: () => run('update campaign_result_changes set sent = sent + 1 where sent > 0'),
      found: [
        /^campaign .* counts 10 0 20 0 0 0 0 0 0 0, but has 10 0 10 0 0 0 0 0 0 0$/,
        /^campaign .* counts 2 0 8 0 0 0 0 0 0 0, but has 2 0 4 0 0 0 0 0 0 0$/,
      ],
    },
    {
      breach: 'a reply that was counted, but not recorded on its send',
      plant: () => run('update campaign_result_changes set replied = replied + 1 where sent > 0'),
      found: [
        /^campaign .* counts 10 0 10 0 0 0 0 0 10 0, but has 10 0 10 0 0 0 0 0 0 0$/,
        /^campaign .* counts 2 0 4 0 0 0 0 0 4 0, but has 2 0 4 0 0 0 0 0 0 0$/,
      ],
    },
    {
      breach: 'a delivery that never ends',
      plant: () => run(`update deliveries set status = 'delivering' where event_type = 'message.received'`),
      found: [/^delivery .* is delivering after 0 attempts$/],
    },
    {
      breach: 'a delivery that waits for a long time although it was not refused',
      plant: () =>
        run(`update deliveries set status = 'pending', attempt_count = 2, last_status_code = null,
          next_attempt_at = now() + interval '5 minutes' where event_type = 'message.received'`),
      found: [/^delivery .* is pending after 2 attempts$/],
    },
  ];
}

export function refuseFirst({ receipts }: Ledger): void {
  receipts[0] = { ...firstOf(receipts), isAccepted: false };
}

export function endMessage(run: Run, { messageIds }: Kept, code: string) {
  return failMessage(run, firstOf(messageIds), code);
}

export function failMessage(run: Run, id: string, code: string) {
  return run(`update messages set status = 'failed', errors = '[{ "code": "${code}" }]' where id = '${id}'`);
}

export function firstOf<Item>(items: readonly Item[]): Item {
  const [first] = items;
  if (first === undefined) throw new Error('The list is empty.');
  return first;
}
