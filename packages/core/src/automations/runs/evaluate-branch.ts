import { statement } from '@parley/database';
import { type ChatRecord, chats } from '../../chats/chat-record.js';
import type { ContactRecord } from '../../contacts/contact-record.js';
import type { ReplyRecord } from '../../messages/interactive/interactive.js';
import { findById } from '../../resources/find-by-id.js';
import type { BranchCondition, BranchStep } from '../versions/steps.js';
import { compareValues, valuesOf } from './evaluate-condition.js';
import { findRunChat } from './find-run-chat.js';
import { isWithinHours } from './is-within-hours.js';
import type { StepScope } from './step-scope.js';

export interface BranchFacts {
  /** Reads the contact, at most once. */
  readonly contact: () => Promise<ContactRecord>;
  /** Fills the placeholders of a value. */
  readonly fill: (text: string) => string;
}

/** Whether the conditions of a branch are met. Only the records that they compare are read. */
export async function evaluateBranch(
  scope: StepScope,
  { match = 'all', conditions }: BranchStep,
  { contact, fill }: BranchFacts,
): Promise<boolean> {
  const chat = once(() => readChat(scope));
  const reply = once(() => readReply(scope));
  const isMet = async ({ field, operator, value = '', workingHours }: BranchCondition) => {
    if (field === 'time') {
      const isWithin = workingHours !== undefined && isWithinHours(workingHours, scope.context.now());
      return isWithin === (operator === 'is_within');
    }
    const [kind, ...rest] = field.split('.');
    const name = rest.join('.');
    const values = await readValues();
    // These operators compare with nothing, so a missing variable must not fail the run.
    const needsValue = operator !== 'is_set' && operator !== 'is_not_set';
    return compareValues(values, {
      operator,
      value: needsValue ? fill(value) : '',
      isWhole: field === 'contact.labels',
    });

    async function readValues(): Promise<string[]> {
      switch (kind) {
        case 'contact':
          return valuesOf(await contact(), name);
        case 'chat':
          return presentText(chatField(await chat(), name));
        case 'variables':
          return presentText(Object.hasOwn(variables, name) ? variables[name] : undefined);
        default:
          return presentText(replyField(await reply(), name));
      }
    }
  };
  const { variables } = scope.current.run;
  for (const condition of conditions) {
    if ((await isMet(condition)) === (match === 'any')) return match === 'any';
  }
  return match === 'all';
}

function presentText(value: string | null | undefined): string[] {
  return value ? [value] : [];
}

function chatField(chat: ChatRecord | undefined, name: string): string | null | undefined {
  switch (name) {
    case 'status':
    case 'channelId':
    case 'assignedUserId':
    case 'assignedTeamId':
      return chat?.[name];
    default:
      return undefined;
  }
}

async function readChat({ transaction, context, current }: StepScope): Promise<ChatRecord | undefined> {
  const id = await findRunChat(transaction, context, current.run);
  return id === null ? undefined : findById(transaction.sql, chats, { tenantId: context.tenantId, id });
}

function replyField(latest: LatestReply | undefined, name: string): string | null | undefined {
  switch (name) {
    case 'text':
      return latest?.text;
    case 'id':
    case 'title':
      return latest?.reply?.[name];
    default:
      return undefined;
  }
}

interface LatestReply {
  readonly text: string | null;
  readonly reply: ReplyRecord | null;
}

/** Returns the latest message that the contact wrote in the chat of the run. */
async function readReply({ transaction, context, current }: StepScope): Promise<LatestReply | undefined> {
  const chatId = await findRunChat(transaction, context, current.run);
  if (chatId === null) return undefined;
  const [found] = await transaction.sql(findReply, [context.tenantId, chatId]);
  return found;
}

const findReply = statement<LatestReply>(
  'find-latest-reply',
  // Without the inner limit, a chat with outbound messages only would be read to its beginning.
  `select text, reply from (
     select text, reply, sender, timestamp, id from messages where tenant_id = $1::uuid and chat_id = $2::uuid
     order by timestamp desc, id desc limit 1000
   ) latest where sender = 'inbound' order by timestamp desc, id desc limit 1`,
);

function once<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let reading: Promise<Value> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}
