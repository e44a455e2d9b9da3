import type { Database } from '@parley/database';
import { newIdSql } from '../../src/sql/new-id-sql.js';

/** A contact, and what the searched tables have about it. */
export interface Person {
  readonly number: number;
  readonly phone: string | null;
  readonly email: string | null;
  readonly otherHandles: readonly { readonly type: string; readonly value: string }[];
  readonly attributes: Readonly<Record<string, string>>;
  /** The time of the latest message of each chat; null for a chat without messages. */
  readonly chats: readonly (string | null)[];
}

export const early = '2025-06-01T00:00:00.000Z';
export const late = '2026-06-01T00:00:00.000Z';

/** More than are looked up before the others are collected. They are the newest ones, and all alike. */
const alike = 110;
const different = 60;

const long = 'x'.repeat(260);
const cities = [undefined, 'Berlin', 'BERLIN', 'Köln', 'KÖLN', 'Dublin'];
const tails = [undefined, `${long}-lin`, `${long}-paris`];
const chats = [[], [null], [early], [early, late], [null, early]];

/** The oldest people differ from each other in each table. */
export const people: readonly Person[] = Array.from({ length: different + alike }, (_, number): Person => {
  const phone = `+49150000${String(number).padStart(5, '0')}`;
  if (number >= different) {
    const attributes = { city: 'Berlin', tail: `${long}-lin`, note: `Note ${number} lin`, rank: '5' };
    return {
      ...{ number, phone, email: `ada${number}@example.com`, otherHandles: [] },
      ...{ attributes, chats: [late] },
    };
  }
  const isUnreachable = number % 10 === 0;
  const note = number % 2 === 0 ? undefined : `Note ${number} ${number % 3 === 0 ? 'paris' : 'Lin'}`;
  const values = { city: cities[number % 6], tail: tails[number % 3], note, rank: String(number % 7) };
  const others = [
    ...(number % 6 === 1 ? [{ type: 'instagram', value: `ada.${number}` }] : []),
    ...(number % 6 === 2 ? [{ type: 'email', value: `other-ada${number}@example.com` }] : []),
  ];
  return {
    number,
    phone: isUnreachable ? null : phone,
    email:
      isUnreachable || number % 4 === 0 ? null : `${number % 4 === 1 ? 'ada' : 'grace'}${number}@example.com`,
    otherHandles: isUnreachable ? [] : others,
    attributes: JSON.parse(JSON.stringify(values)),
    chats: chats[number % 5] ?? [],
  };
});

/** Stores the people as contacts of a tenant. The first name of each is its number. */
export async function storePeople({ pool }: Pick<Database, 'pool'>, tenantId: string): Promise<void> {
  for (const statement of statements) {
    await pool.query(
      `with given as (select * from jsonb_to_recordset($2::jsonb) as person(
        number int, phone text, email text, "otherHandles" jsonb, attributes jsonb, chats jsonb)),
      own as (select id, phone_number, given.* from contacts
        join given on given.number::text = first_name where tenant_id = $1::uuid) ${statement}`,
      [tenantId, JSON.stringify(people)],
    );
    // Without statistics, PostgreSQL compares each chat with each person: 19 seconds on a busy machine.
    await pool.query('analyze contacts, handles, chats, messages');
  }
  await pool.query('vacuum analyze contacts, handles, attribute_values, chats, messages');
}

const statements = [
  `insert into contacts (tenant_id, id, first_name, phone_number, email, created_at)
   select $1::uuid, ${newIdSql('at')}, number, phone, email, at
   from (select *, timestamptz '2026-01-01T00:00Z' + number * interval '1 second' as at from given) numbered`,
  `insert into handles (tenant_id, id, contact_id, type, value, is_primary)
   select $1::uuid, gen_random_uuid(), id, 'phone_number'::handle_type, phone, true from own where phone is not null
   union all select $1::uuid, gen_random_uuid(), id, 'email', email, true from own where email is not null
   union all select $1::uuid, gen_random_uuid(), id, (other ->> 'type')::handle_type, other ->> 'value', false
   from own, jsonb_array_elements("otherHandles") other`,
  `insert into attributes (tenant_id, id, external_id, name, type)
   select $1::uuid, gen_random_uuid(), name, name, case name when 'rank' then 'number' else 'text' end::attribute_type
   from unnest(array['city', 'tail', 'note', 'rank']) name`,
  `insert into attribute_values (tenant_id, contact_id, attribute_id, value)
   select $1::uuid, own.id, attribute.id, entry.value from own cross join jsonb_each_text(own.attributes) entry
   join attributes attribute on attribute.tenant_id = $1::uuid and attribute.external_id = entry.key`,
  `insert into channels (tenant_id, id, type, provider, name)
   select $1::uuid, gen_random_uuid(), 'whatsapp', 'sandbox', n::text from generate_series(1, 2) n`,
  `insert into chats (tenant_id, id, channel_id, contact_id, handle_id)
   select $1::uuid, gen_random_uuid(), channel.id, own.id, handle.id from own
   cross join jsonb_array_elements(own.chats) with ordinality chat(latest, number)
   join channels channel on channel.tenant_id = $1::uuid and channel.name = chat.number::text
   join handles handle on handle.tenant_id = $1::uuid and handle.value = own.phone`,
  `insert into messages (tenant_id, id, chat_id, channel_id, vendor_id, sender, status, text, timestamp)
   select $1::uuid, gen_random_uuid(), chat.id, chat.channel_id, chat.id || sent.text, 'inbound', 'delivered', sent.text,
     sent.at
   from own join chats chat on chat.tenant_id = $1::uuid and chat.contact_id = own.id
   join channels channel on channel.tenant_id = $1::uuid and channel.id = chat.channel_id
   cross join lateral (select (own.chats ->> (channel.name::int - 1))::timestamptz as latest) own_chat
   cross join lateral (values ('latest', latest), ('earlier', latest - interval '1 year')) sent(text, at)
   where latest is not null`,
  `update chats set latest_message_id = message.id from messages message
   where message.tenant_id = $1::uuid and chats.tenant_id = $1::uuid and message.chat_id = chats.id
     and message.text = 'latest'`,
];
