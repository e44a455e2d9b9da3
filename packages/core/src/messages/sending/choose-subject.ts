import { statement } from '@parley/database';
import type { Context } from '../../context.js';
import type { Transaction } from '../../sql/transact.js';
import type { Recipient } from './find-recipient.js';

/** The subject of an email that is not a reply, on a channel without a default subject. */
const newMessage = 'New message';

interface SubjectChoice {
  readonly recipient: Recipient;
  readonly subject?: string | null;
  /** The message that is replied to; without it, the contact's latest email is. */
  readonly repliedToId: string | null;
  /** A campaign starts a conversation, so it repeats no earlier subject. */
  readonly isCampaign: boolean;
}

/**
 * Chooses the subject of an email when the message is accepted, so that responses and events show what is sent. Returns
 * null on other channels.
 */
export async function chooseSubject(
  { sql }: Transaction,
  { tenantId }: Context,
  { recipient, subject, repliedToId, isCampaign }: SubjectChoice,
): Promise<string | null> {
  if (recipient.channelType !== 'email') return null;
  if (subject) return subject;
  const [found] = await sql(find, [tenantId, recipient.chatId, recipient.channelId, repliedToId]);
  const repliedTo = isCampaign ? null : found?.repliedTo;
  return replyTo(repliedTo) ?? (found?.defaultSubject || newMessage);
}

/**
 * Returns the subject of a reply. It has a single "Re: " prefix, however long the conversation is (RFC 5322, section
 * 3.6.5).
 */
function replyTo(subject: string | null | undefined): string | undefined {
  if (!subject) return undefined;
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

const find = statement<{ repliedTo: string | null; defaultSubject: string | null }>(
  'find-subject-to-repeat',
  `select channel.settings ->> 'defaultSubject' as "defaultSubject",
     case when $4::uuid is not null then (select replied.subject from messages replied
       where replied.tenant_id = $1::uuid and replied.id = $4::uuid)
     else (select inbound.subject from messages inbound
      where inbound.tenant_id = $1::uuid and inbound.chat_id = $2::uuid and inbound.sender = 'inbound'
      order by inbound.timestamp desc, inbound.id desc limit 1) end as "repliedTo"
   from channels channel where channel.tenant_id = $1::uuid and channel.id = $3::uuid`,
);
