import { expect } from '@jest/globals';
import { contacts, search } from '../../src/index.js';
import { createTenant } from '../testkit.js';
import type { Stage } from './stage.js';

/**
 * The oldest contacts are `Vw 1` to `Vw n`, and the odd ones of them have the label that all newer contacts have. Each contact has
 * its name as a city too.
 */
export async function findsEveryContact({ worlds, size, count }: Stage): Promise<void> {
  const { database } = worlds;
  const { id: tenantId } = await createTenant(database);
  // A pair of characters that many of the first and of the last hundred contacts have is not looked up at all.
  const newer = Math.max(count, 100);
  await database.pool.query(
    `with person as (
       insert into contacts (tenant_id, id, first_name, created_at)
       select $1, (lpad(to_hex(n), 8, '0') || '-0000-4000-8000-000000000000')::uuid,
         case when n <= $2 then 'Vw ' else 'Other ' end || n,
         timestamptz '2026-01-01T00:00Z' + n * interval '1 second' from generate_series(1, $2::int + $3::int) n
       returning id, first_name
     ), label as (
       insert into labels (tenant_id, id, name, color) values ($1, gen_random_uuid(), 'Most', '#7C3AED') returning id
     ), city as (
       insert into attributes (tenant_id, id, external_id, name, type)
       values ($1, gen_random_uuid(), 'city', 'City', 'text') returning id
     ), labelled as (
       insert into contact_labels (tenant_id, contact_id, label_id)
       select $1, person.id, label.id from person, label where first_name !~ '^Vw .*[02468]$'
     )
     insert into attribute_values (tenant_id, contact_id, attribute_id, value)
     select $1, person.id, city.id, first_name from person, city`,
    [tenantId, count, newer],
  );
  await database.pool.query('vacuum analyze contacts, contact_labels, attribute_values');
  const context = { ...worlds.context(), tenantId };
  const names = Array.from(
    { length: count + newer },
    (_, at) => `${at < count ? 'Vw' : 'Other'} ${at + 1}`,
  ).reverse();
  const old = names.slice(newer);
  const even = old.filter((_, at) => at % 2 === 1);
  const expected: Readonly<Record<string, readonly string[]>> = {
    'contains(firstName,"vw")': old,
    'not(contains(firstName,"vw"))': names.slice(0, newer),
    'not(eq(labelName,"Most"))': even,
    'and(contains(firstName,"vw"),not(eq(labelName,"Most")))': even,
    'contains(attributes.city,"vw")': old,
    'not(contains(attributes.city,"other"))': old,
  };
  // A search walks at least twice as many rows as its page has.
  for (const limit of [size / 5, 100])
    for (const [query, all] of Object.entries(expected)) {
      const pagination = { limit: Math.min(limit, 100) };
      const { records, total } = await search(context, contacts, { query, pagination });
      const found = records.map(({ firstName }) => firstName);
      expect({ query, total, found }).toEqual({
        query,
        total: all.length,
        found: all.slice(0, pagination.limit),
      });
    }
}
