import { statement, type TriggerType } from '@parley/database';
import type { SubscriptionWords } from '../../channels/subscription-words.js';
import type { Context } from '../../context.js';
import { newId } from '../../ids.js';
import { jsonObject } from '../../sql/json.js';
import { isSeenSql } from '../../sql/seen-by-contact.js';
import type { Transaction } from '../../sql/transact.js';
import { awaitsReplySql } from '../../triggers/awaits-reply-sql.js';
import type { MessageKeys } from '../message-event.js';
import type { MessageSenderFacts } from './received-message.js';

export interface ClaimedChat extends MessageKeys, SubscriptionWords {
  /** Whether the chat was open before. */
  readonly wasOpen: boolean;
  readonly wasUnread: boolean;
  /** What a message can trigger, among the triggers of active automations. */
  readonly awaited: readonly TriggerType[];
  /** Whether a run waits for a reply in this chat. */
  readonly isReplyAwaited: boolean;
  /** Whether the message before the next one may be of a campaign. */
  readonly mayFollowCampaign: boolean;
  readonly isNewChat: boolean;
  readonly isNewContact: boolean;
}

const maxRounds = 5;

/**
 * Finds and locks the chat of a sender on a channel, and creates the handle, the contact and the chat that are missing.
 * When two first messages arrive at once, the unique constraints make one wait until the other has created them.
 */
export async function claimChat(
  transaction: Transaction,
  context: Context,
  { channelId, from }: { channelId: string; from: MessageSenderFacts },
): Promise<ClaimedChat> {
  const created = { isNewContact: false, isNewChat: false };
  for (let round = 1; round <= maxRounds; round += 1) {
    const [found] = await transaction.sql(find, [context.tenantId, channelId, from.handleType, from.value]);
    if (found !== undefined) return { ...found.chat, ...created };
    const [parts] = await createChats(transaction, context, { channelId, senders: [from] });
    created.isNewContact ||= parts?.isNewContact ?? false;
    created.isNewChat ||= parts?.isNewChat ?? false;
  }
  throw new Error(`The chat of a sender on channel ${channelId} was deleted ${maxRounds} times in a row`);
}

/**
 * A name cannot be split reliably into first and last name, but the two parts together are always the whole name. A
 * long name is truncated to the maximum that the API and the index accept.
 */
function namesOf(name: string | undefined): [first: string | null, last: string | null] {
  const [, first, last] = /^(\S+)(?:\s+(\S.*))?$/su.exec(name?.trim() ?? '') ?? [];
  return [shorten(first), shorten(last)];
}

function shorten(part: string | undefined): string | null {
  return part === undefined ? null : [...part].slice(0, 255).join('');
}

interface SendersOfChannel {
  readonly channelId: string;
  readonly senders: readonly MessageSenderFacts[];
}

/** Creates the handles, the contacts and the chats that are missing. Returns what was created for each sender. */
function createChats(
  { sql }: Transaction,
  { tenantId, now }: Context,
  { channelId, senders }: SendersOfChannel,
): Promise<CreatedParts[]> {
  const names = senders.map(({ name }) => namesOf(name));
  return sql(create, [
    tenantId,
    now(),
    channelId,
    senders.map(({ handleType }) => handleType),
    senders.map(({ value }) => value),
    senders.map(({ extra }) => JSON.stringify(extra ?? {})),
    names.map(([first]) => first),
    names.map(([, last]) => last),
    senders.map(newId),
    senders.map(newId),
    senders.map(newId),
  ]);
}

/**
 * Locks those chats of several senders on a channel that exist and are free, without waiting. If there are none, creates what is
 * missing, which waits, but only briefly, for a transaction that creates or deletes one of the contacts; it then fails
 * (`isLockTimeout`). A chat that is locked by another transaction, or not created yet, is undefined.
 */
export async function claimChats(
  transaction: Transaction,
  context: Context,
  { channelId, senders }: SendersOfChannel,
): Promise<(ClaimedChat | undefined)[]> {
  const find = () => findFreeChats(transaction, context, { channelId, senders });
  const known = await find();
  if (known.some((chat) => chat !== undefined)) {
    return known.map((chat) => chat && { ...chat, isNewContact: false, isNewChat: false });
  }
  transaction.send(waitBriefly, []);
  const creating = createChats(transaction, context, { channelId, senders });
  transaction.send(waitAsUsual, []);
  const [created, chats] = await Promise.all([creating, find()]);
  return chats.map((chat, index) => {
    const parts = created[index];
    return chat && parts && { ...chat, ...parts };
  });
}

/** For each lock. What follows in the transaction may wait for longer, as it does in a transaction of one message. */
const waitBriefly = statement('wait-briefly-for-locks', `set local lock_timeout = 100`);
const waitAsUsual = statement('wait-for-locks-as-usual', 'set local lock_timeout to default');

async function findFreeChats(
  { sql }: Transaction,
  { tenantId }: Context,
  { channelId, senders }: SendersOfChannel,
): Promise<(FoundChat | undefined)[]> {
  const types = senders.map(({ handleType }) => handleType);
  const values = senders.map(({ value }) => value);
  const rows = await sql(findFree, [tenantId, channelId, types, values]);
  const byPosition = new Map(rows.map(({ position, chat }) => [position, chat]));
  return senders.map((_, index) => byPosition.get(index + 1));
}

type FoundChat = Omit<ClaimedChat, 'isNewChat' | 'isNewContact'>;

const awaited = `array(
  select distinct automation.active_version_trigger_type from automations automation
  where automation.tenant_id = $1::uuid and automation.status = 'active' and automation.active_version_trigger_type
    in ('message_received', 'chat_opened', 'contact_created', 'campaign_replied')
)`;

/** `$1` is the tenant and `$2` the channel. */
const chatOfSender = (type: string, value: string) => `
  from handles handle
  join chats chat on chat.tenant_id = handle.tenant_id and chat.channel_id = $2::uuid and chat.handle_id = handle.id
  join channels channel on channel.tenant_id = chat.tenant_id and channel.id = chat.channel_id
  where handle.tenant_id = $1::uuid and handle.type = ${type}::handle_type and handle.value = ${value}`;

const facts: { readonly [Key in keyof FoundChat]: string } = {
  chatId: 'chat.id',
  contactId: 'chat.contact_id',
  handleId: 'handle.id',
  channelId: 'channel.id',
  channelType: 'channel.type',
  wasOpen: `chat.status = 'open'`,
  wasUnread: 'chat.is_unread',
  awaited,
  isReplyAwaited: `exists (
    select from automation_runs run
    where run.tenant_id = $1::uuid and run.chat_id = chat.id and ${awaitsReplySql('run')}
  )`,
  // A message that the contact cannot have seen may hide one of a campaign, which the search for the campaign finds.
  mayFollowCampaign: `coalesce((
    select latest.sender = 'outbound' and (latest.origin_type = 'campaign' or not ${isSeenSql('latest')})
    from messages latest where latest.tenant_id = $1::uuid and latest.chat_id = chat.id order by latest.id desc limit 1
  ), false)`,
  stopWords: 'channel.stop_words',
  startWords: 'channel.start_words',
};

/**
 * The lock is held to the end of the transaction, so that counts, latest message and status follow one message after
 * the other.
 */
const find = statement<{ chat: FoundChat }>(
  'claim-chat-of-sender',
  `select ${jsonObject<FoundChat>(facts)} as chat ${chatOfSender('$3', '$4::text')} for no key update of chat`,
);

const findFree = statement<{ position: number; chat: FoundChat }>(
  'claim-free-chats',
  `select sender.position::int, found.chat
   from unnest($3::text[], $4::text[]) with ordinality as sender(type, value, position)
   cross join lateral (
     select ${jsonObject<FoundChat>(facts)} as chat ${chatOfSender('sender.type', 'sender.value')}
     offset 0 for no key update of chat skip locked
   ) found`,
);

type CreatedParts = Pick<ClaimedChat, 'isNewContact' | 'isNewChat'>;

/**
 * The handle is inserted first, because a concurrent request may insert the same one; the contact is inserted only with
 * it. The locks wait for a request that deletes the known contact or handle, which are then inserted again. A deletion
 * locks the contact first, too. Handles are inserted in one order, so that two transactions do not wait for each other. A
 * chat that exists is not inserted, since that would wait for a transaction that changes it.
 */
const create = statement<CreatedParts>(
  'create-chats-of-senders',
  `with given as materialized (
     select position, type::handle_type, value, extra::jsonb, first_name, last_name, handle_id, contact_id, chat_id
     from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::uuid[], $11::uuid[])
       with ordinality
       as sender(type, value, extra, first_name, last_name, handle_id, contact_id, chat_id, position)
   ), known as (
     select given.position, found.id, found.contact_id
     from given cross join lateral (
       select handle.id, handle.contact_id
       from contacts contact
       join handles handle on handle.tenant_id = contact.tenant_id and handle.contact_id = contact.id
       where handle.tenant_id = $1::uuid and handle.type = given.type and handle.value = given.value
       offset 0 for key share of contact, handle
     ) found
   ), handle as (
     insert into handles (tenant_id, id, contact_id, type, value, is_primary, extra, created_at, updated_at)
     select $1::uuid, handle_id, contact_id, type, value, true, extra, $2::timestamptz, $2::timestamptz
     from given where position not in (select position from known) order by type, value
     on conflict (tenant_id, type, value) do nothing
     returning id
   ), created as (
     select given.* from given join handle on handle.id = given.handle_id
   ), contact as (
     insert into contacts (tenant_id, id, first_name, last_name, phone_number, email, created_at, updated_at)
     select $1::uuid, contact_id, first_name, last_name, case when type = 'phone_number' then value end,
       case when type = 'email' then value end, $2::timestamptz, $2::timestamptz
     from created
   ), chat as (
     insert into chats (tenant_id, id, channel_id, contact_id, handle_id, created_at, updated_at)
     select $1::uuid, given.chat_id, $3::uuid, party.contact_id, party.id, $2::timestamptz, $2::timestamptz
     from (
       select position, contact_id, id from known union all select position, contact_id, handle_id from created
     ) party join given on given.position = party.position
     where not exists (
       select from chats chat where chat.tenant_id = $1::uuid and chat.channel_id = $3::uuid and chat.handle_id = party.id
     )
     on conflict (tenant_id, channel_id, handle_id) do nothing
     returning id
   )
   select position in (select position from created) as "isNewContact", chat_id in (select id from chat) as "isNewChat"
   from given order by position`,
);
