import { beforeAll, describe, expect, test } from '@jest/globals';
import { useTestDatabase } from '../../../testkit/src/hooks/index.js';
import {
  type ChatMessageRecord,
  type CursorSearchRequest,
  messagesOf,
  searchByCursor,
} from '../../src/index.js';
import { declaredEnums } from '../../src/search/declared-enums.js';
import { createContext, type TestContext } from '../test-context.js';
import { createChat, createMessage, createTenant } from '../testkit.js';

const testDatabase = useTestDatabase();

describe('pages by cursor leave nothing out and repeat nothing, in any order', () => {
  let context: TestContext;
  let chatId: string;
  let all: readonly ChatMessageRecord[];

  /** Forty messages, of which many share a time, a status, a sender or a type. */
  beforeAll(async () => {
    const { id: tenantId } = await createTenant(testDatabase.database);
    const chat = await createChat(testDatabase.database, tenantId);
    chatId = chat.id;
    for (let number = 0; number < 40; number += 1) {
      await createMessage(testDatabase.database, chat, {
        sender: number % 3 === 0 ? 'inbound' : 'outbound',
        type: declaredEnums.message_type[number % 4] ?? 'text',
        status: declaredEnums.message_status[(number * 7) % 5] ?? 'sent',
        timestamp: new Date(Date.UTC(2026, 0, 1, number % 6)),
      });
    }
    context = createContext(testDatabase.database, tenantId);
    all = await readPages({}, 100);
  });

  async function readPages(request: CursorSearchRequest, limit: number): Promise<ChatMessageRecord[]> {
    const records: ChatMessageRecord[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchByCursor(context, messagesOf(chatId), { ...request, limit, cursor });
      records.push(...page.records);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return records;
  }

  const names = ['id', 'timestamp', 'sender', 'type', 'status'] as const;
  type Name = (typeof names)[number];
  type Order = readonly (readonly [name: Name, direction: 'asc' | 'desc'])[];

  const orders: Order[] = names.flatMap((name) =>
    (['asc', 'desc'] as const).flatMap((direction) => [
      [[name, direction] as const],
      ...names
        .filter((other) => other !== name)
        .flatMap((other) => [
          [[name, direction] as const, [other, 'asc'] as const],
          [[name, direction] as const, [other, 'desc'] as const],
        ]),
    ]),
  );

  test.each(orders.map((order) => ({ order, sortBy: order.map((key) => key.join(':')).join(',') })))(
    '$sortBy',
    async ({ order, sortBy }) => {
      const query = 'ne(status,read)';
      const expected = all.filter(({ status }) => status !== 'read').sort((a, b) => compareBy(order, a, b));
      for (const limit of [1, 7]) {
        const found = await readPages({ query, sortBy }, limit);
        expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      }
    },
  );

  function compareBy(order: Order, one: ChatMessageRecord, other: ChatMessageRecord): number {
    const last = order.at(-1)?.[1] ?? 'desc';
    for (const [name, direction] of [...order, ['id', last] as const]) {
      const [a, b] = [placeOf(one, name), placeOf(other, name)];
      if (a !== b) return (a < b ? -1 : 1) * (direction === 'asc' ? 1 : -1);
    }
    return 0;
  }

  function placeOf(record: ChatMessageRecord, name: Name): string | number {
    if (name === 'id' || name === 'timestamp') return record[name];
    const declared: readonly string[] = declaredEnums[`message_${name}`];
    return declared.indexOf(record[name]);
  }
});
