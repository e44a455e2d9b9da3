import { beforeAll, describe, expect, test } from '@jest/globals';
import { allMessages, type Context, searchByCursor } from '../../src/index.js';
import { lettersOfMatches } from '../../src/messages/words/words-query.js';
import { setTenantLanguage } from '../../src/tenants/administration.js';
import { createContext } from '../test-context.js';
import { createChat, createMessage, createTenant } from '../testkit.js';
import { useWorlds } from '../use-worlds.js';
import { storeAllWords } from './store-all-words.js';

const { database, sizes } = useWorlds({ walkedRows: 10 });

const texts = [
  'PARKING-Ticket',
  'See https://kiwi.example/Parking?lot=1',
  'parking_lot 12parking',
  'Spar\u212aing and Par\u212aing, or the \u0130nvoice',
  'The invoices were sent',
  'Sparking',
];

const searches = [
  ...['parking', 'PARKING', 'Parking lot', 'parking-ticket', 'parking or invoices', 'parking -ticket'],
  ...[
    'kiwi',
    'ik',
    'k',
    'invoice',
    'invoices',
    'sent invoices',
    'parking lot nowhere',
    '"the invoices"',
    '12parking',
    'nowhere',
    '%',
    '_',
  ],
];

/** More messages than are compared in the order of the page, all without a text and newer than the others. */
const newerCount = 11;

let context: Context;

beforeAll(async () => {
  const { id: tenantId } = await createTenant(database);
  context = { ...createContext(database, tenantId), sizes: sizes };
  const chat = await createChat(database, tenantId);
  for (const text of texts) await createMessage(database, chat, { text });
  await createMessage(database, chat, { text: null, subject: 'Parking' });
  await database.pool.query(
    `insert into messages (tenant_id, id, chat_id, channel_id, sender, timestamp)
     select $1, gen_random_uuid(), $2, $3, 'inbound', now() + interval '1 day' from generate_series(1, ${newerCount})`,
    [chat.tenantId, chat.id, chat.channelId],
  );
});

async function findAll(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const search of searches) {
    const { records } = await searchByCursor(context, allMessages, { search, limit: 100 });
    found[search] = records.map(({ text, subject }) => text ?? `subject ${subject}`);
  }
  return found;
}

describe('messages behind many others', () => {
  test.each(['english', null])(
    'are the same before and after their words are stored, in language %j',
    async (searchLanguage) => {
      await setTenantLanguage(database, { tenant: context.tenantId, searchLanguage });
      const unstored = await findAll();
      await storeAllWords(database);
      expect(unstored).toEqual(await findAll());
      expect(unstored.parking).toEqual(expect.arrayContaining(['PARKING-Ticket', 'subject Parking']));
      expect(unstored.parking).not.toContain('Sparking');
      expect(unstored.nowhere).toEqual([]);
    },
  );
});

describe('the letters that every message with the searched words has', () => {
  test.each<[string, string[]]>([
    ['nowhere', ['nowhere']],
    ['Parking', ['Par']],
    ['a parcel kind', ['a', 'parcel', 'nd']],
    ['ik', []],
    ['parcel or letter', []],
    ['parcel -letter', []],
    ['"the parcel"', []],
    ['12abc', []],
    ['straße', []],
  ])('%s: %s', (text, letters) => {
    expect(lettersOfMatches({ text, language: 'simple' })).toEqual(letters);
  });

  test('are unknown in a language, which has other forms of a word', () => {
    expect(lettersOfMatches({ text: 'nowhere', language: 'english' })).toEqual([]);
  });
});
