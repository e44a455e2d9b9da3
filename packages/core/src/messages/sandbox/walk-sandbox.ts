import { type HandleType, statement } from '@parley/database';
import { updateContact } from '../../contacts/update-contact.js';
import type { Context } from '../../context.js';
import { DomainError } from '../../domain-error.js';
import { jsonObject } from '../../sql/json.js';
import { type Transaction, transact } from '../../sql/transact.js';
import { moveMessage } from '../move-message.js';
import { recordMessage } from '../receiving/receive-message.js';
import { scheduleWalk } from '../sending/finish-sending.js';

/** What the sandbox reports about a message. `paused` is a minute without a report. */
export type WalkReport = 'delivered' | 'read' | 'bounced' | 'complained' | 'echoed' | 'answered' | 'paused';

/** Returns all reports about a message to an address, in order. */
export type ReportsTo = (address: MessageAddress) => readonly WalkReport[];

interface MessageAddress {
  readonly handleType: HandleType;
  readonly value: string;
}

const pauseMs = 60_000;

/**
 * Makes the next report about a message of the sandbox, as a provider would, and enqueues the one after it. A report that
 * is made again changes nothing. Returns the report, or null when there was none to make, or when the contact or the
 * channel was deleted meanwhile.
 */
export async function walkSandboxMessage(
  context: Context,
  { messageId, step }: { messageId: string; step: number },
  reportsTo: ReportsTo,
): Promise<WalkReport | null> {
  const [message] = await context.database.sql(find, [context.tenantId, messageId]);
  if (message === undefined || message.vendorId === null) return null;
  const reports = reportsTo(message.to);
  const report = reports[step];
  if (report === undefined) return null;
  if (!(await act(context, { ...message, vendorId: message.vendorId }, report))) return null;
  await transact(context, async (transaction) => {
    await move(transaction, context, { messageId, report });
    const at = report === 'paused' ? new Date(context.now().getTime() + pauseMs) : context.now();
    if (step + 1 < reports.length) scheduleWalk(transaction, context, { messageId, step: step + 1, at });
  });
  return report;
}

/**
 * Records what the contact does, or the app of the provider. Returns false when the contact or the channel no longer
 * exists: a retry would not help.
 */
async function act(context: Context, message: SentMessage, report: WalkReport): Promise<boolean> {
  const { contactId } = message;
  try {
    if (report === 'echoed' || (report === 'answered' && isAnswered(message)))
      await receive(context, message, report);
    if (report === 'complained') await updateContact(context, { contactId, isSubscribed: false });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code.endsWith('_not_found')) return false;
    throw error;
  }
}

/** An answer to a message of an automation could start the automation again, without end. */
function isAnswered({ isAutomated, text }: WalkingMessage): boolean {
  return !isAutomated && text !== null && text !== '';
}

async function move(
  transaction: Transaction,
  context: Context,
  { messageId, report }: { messageId: string; report: WalkReport },
): Promise<void> {
  switch (report) {
    case 'delivered':
    case 'read':
      await moveMessage(transaction, context, { messageId, status: report });
      return;
    case 'bounced': {
      const errors = [
        { code: 'bounced', message: 'The address returned the message. This is an error of the sandbox.' },
      ];
      await moveMessage(transaction, context, { messageId, status: 'failed', errors });
      return;
    }
    default:
      return;
  }
}

async function receive(
  context: Context,
  { channelId, vendorId, text, to }: SentMessage,
  report: 'echoed' | 'answered',
): Promise<void> {
  const echo = report === 'echoed';
  await recordMessage(context, {
    channelId,
    item: {
      externalId: echo ? vendorId : `${vendorId}-answer`,
      from: to,
      type: 'text',
      text,
      attachments: [],
      timestamp: context.now(),
      echo,
      automated: false,
      subject: null,
    },
  });
}

interface WalkingMessage {
  readonly channelId: string;
  /** Null until the message was sent. */
  readonly vendorId: string | null;
  readonly contactId: string;
  readonly text: string | null;
  /** Whether a run of an automation made the message. */
  readonly isAutomated: boolean;
  readonly to: MessageAddress;
}

interface SentMessage extends WalkingMessage {
  readonly vendorId: string;
}

const find = statement<WalkingMessage>(
  'find-walking-message',
  `select message.channel_id as "channelId", message.vendor_id as "vendorId", chat.contact_id as "contactId", message.text,
     message.automation_run_id is not null as "isAutomated",
     ${jsonObject<MessageAddress>({ handleType: 'handle.type', value: 'handle.value' })} as "to"
   from messages message
   join chats chat on chat.tenant_id = message.tenant_id and chat.id = message.chat_id
   join handles handle on handle.tenant_id = chat.tenant_id and handle.id = chat.handle_id
   where message.tenant_id = $1::uuid and message.id = $2::uuid`,
);
