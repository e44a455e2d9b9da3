import type { Database } from '@parley/database';
import { newIdSql } from '../../src/sql/new-id-sql.js';
import { createRandom } from './random-filter.js';

/** A contact with few different values to sort by. */
export interface SortedPerson {
  readonly number: number;
  readonly firstName: string | null;
  readonly isSubscribed: boolean;
  readonly createdAt: string;
  readonly labels: readonly string[];
  /** For each chat, whether it has a message. */
  readonly chats: readonly boolean[];
}

/** More than are looked up before the others are collected, and more than two chunks that are counted. */
const count = 260;

const random = createRandom(2_600);
const chance = (share: number) => random() < share;
const names = [null, 'Ada', 'Bea', 'Cleo'];

/** Five people have the same time of creation. About twelve lack the label `common`, and about twelve have no message. */
export const sortedPeople: readonly SortedPerson[] = Array.from({ length: count }, (_, number) => ({
  number,
  firstName: chance(0.04) ? 'Zoe' : (names[Math.floor(random() * names.length)] ?? null),
  isSubscribed: chance(0.5),
  createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(number / 5) * 1_000).toISOString(),
  labels: ['every', ...(chance(0.05) ? [] : ['common']), ...(chance(0.5) ? ['half'] : [])],
  chats: chance(0.95) ? [true] : chance(0.5) ? [false, false] : [],
}));

interface StoredPeople {
  readonly labelIds: Readonly<Record<string, string>>;
  readonly idsByNumber: ReadonlyMap<number, string>;
}

/** Stores the people as contacts of a tenant, with their number as their last name. */
export async function storeSortedPeople(
  { pool }: Pick<Database, 'pool'>,
  tenantId: string,
): Promise<StoredPeople> {
  const run = async (text: string) =>
    (
      await pool.query(
        `with given as (select * from jsonb_to_recordset($2::jsonb) as person(number int, "firstName" text,
          "isSubscribed" boolean, "createdAt" timestamptz, labels jsonb, chats jsonb)),
        own as (select id, given.* from contacts join given on given.number::text = last_name where tenant_id = $1::uuid)
        ${text}`,
        [tenantId, JSON.stringify(sortedPeople)],
      )
    ).rows;
  for (const statement of statements) {
    await run(statement);
    // Without statistics, PostgreSQL may compare each chat with each person.
    await pool.query('analyze contacts, handles, chats, messages');
  }
  const labels = await run('select id, name from labels where tenant_id = $1::uuid');
  const own = await run('select id, number from own');
  await pool.query('vacuum analyze contacts, contact_labels, handles, chats, messages');
  return {
    labelIds: Object.fromEntries(labels.map(({ id, name }) => [name, id])),
    idsByNumber: new Map(own.map(({ id, number }) => [number, id])),
  };
}

const statements = [
  `insert into contacts (tenant_id, id, first_name, last_name, is_subscribed, created_at)
   select $1::uuid, ${newIdSql('"createdAt"')}, "firstName", number, "isSubscribed", "createdAt" from given`,
  `insert into labels (tenant_id, id, name, color)
   select $1::uuid, gen_random_uuid(), name, '#7C3AED' from unnest(array['every', 'common', 'half']) name`,
  `insert into contact_labels (tenant_id, contact_id, label_id)
   select $1::uuid, own.id, label.id from own cross join jsonb_array_elements_text(own.labels) given_label
   join labels label on label.tenant_id = $1::uuid and label.name = given_label`,
  `insert into handles (tenant_id, id, contact_id, type, value, is_primary)
   select $1::uuid, gen_random_uuid(), id, 'instagram', 'person.' || number, true from own`,
  `insert into channels (tenant_id, id, type, provider, name)
   select $1::uuid, gen_random_uuid(), 'whatsapp', 'sandbox', n::text from generate_series(1, 2) n`,
  `insert into chats (tenant_id, id, channel_id, contact_id, handle_id)
   select $1::uuid, gen_random_uuid(), channel.id, own.id, handle.id from own
   cross join jsonb_array_elements(own.chats) with ordinality chat(has_message, number)
   join channels channel on channel.tenant_id = $1::uuid and channel.name = chat.number::text
   join handles handle on handle.tenant_id = $1::uuid and handle.contact_id = own.id`,
  `insert into messages (tenant_id, id, chat_id, channel_id, vendor_id, sender, status, text, timestamp)
   select $1::uuid, gen_random_uuid(), chat.id, chat.channel_id, chat.id, 'inbound', 'delivered', 'Hello', '2026-06-01T00:00Z'
   from own join chats chat on chat.tenant_id = $1::uuid and chat.contact_id = own.id where own.chats -> 0 = 'true'`,
  `update chats set latest_message_id = message.id from messages message
   where message.tenant_id = $1::uuid and chats.tenant_id = $1::uuid and message.chat_id = chats.id`,
];

type Sorted = SortedPerson & { readonly id: string };

/** Compares by an order of the request. A missing value is above all others, and the id follows the last direction. */
export function inOrder(sortBy: string): (one: Sorted, other: Sorted) => number {
  const keys = sortBy.split(',').map((key) => key.split(':'));
  const last = keys.at(-1)?.[1] ?? 'asc';
  const compared = [...keys, ['id', last]];
  return (one, other) => {
    for (const [field, direction = 'asc'] of compared) {
      const [mine, theirs] = [one, other].map((person) => sortValue(person, field));
      if (mine === theirs) continue;
      const isBefore = theirs === null || (mine !== null && String(mine) < String(theirs));
      return isBefore === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  };
}

function sortValue(person: Sorted, field: string | undefined): unknown {
  // The fields to sort by are fields of a person.
  return person[field as keyof Sorted];
}
