import { type Context, sendMessage } from '../../src/index.js';
import { withKey } from '../test-context.js';
import { publicUrl } from './received-message.js';
import { hour, inAnHour, useSending } from './use-sending.js';

interface Accepting {
  readonly text?: string | undefined;
  readonly context?: Context | undefined;
}

/** Provides chats, texts that are sent to them, and what is stored of them. */
export function useAccepting() {
  const { worlds, openChat } = useSending();
  const query = async <Row extends object>(text: string, values: readonly unknown[]) =>
    (await worlds.database.pool.query<Row>(text, [...values])).rows;
  return {
    worlds,
    async openChats(count: number) {
      const ids: string[] = [];
      while (ids.length < count) ids.push((await openChat({ openUntil: inAnHour })).id);
      return ids as [string, string, string]; // A test reads as many as it opens.
    },
    /** Opens a chat whose contact was silent for too long. */
    async openClosedChat() {
      const openUntil = new Date(inAnHour.getTime() - 2 * hour);
      return (await openChat({ openUntil })).id;
    },
    /** Sends "Hello", unless the options name another text. */
    send(chatId: string, options: Accepting = {}) {
      const { context = worlds.context(), text } = { text: 'Hello', ...options };
      return sendMessage(context, { to: { chatId }, publicUrl, ...(text !== undefined && { text }) });
    },
    keyed: (key: string | undefined): Context =>
      key === undefined ? worlds.context() : withKey(worlds.context(), { key }),
    storedIn: (chatId: string) =>
      worlds.database.prisma.message.findMany({ where: { chatId }, orderBy: { id: 'asc' } }),
    async latestOf(chatId: string) {
      return (await worlds.database.prisma.chat.findFirstOrThrow({ where: { id: chatId } })).latestMessageId;
    },
    /** The transactions that have stored the messages of these chats. */
    async transactionsOf(chatIds: readonly string[]) {
      const text = 'select distinct xmin::text as id from messages where chat_id = any ($1)';
      return (await query<{ id: string }>(text, [chatIds])).map(({ id }) => id);
    },
    /** Which of the keys are stored. */
    async keysOf(keys: readonly string[]) {
      const text = 'select key from idempotency_keys where key = any ($1) order by key';
      return (await query<{ key: string }>(text, [keys])).map(({ key }) => key);
    },
  };
}
