import { setImmediate } from 'node:timers/promises';
import { type Sql, statement } from '@parley/database';
import type { Context } from '../context.js';
import { needsCountry } from './compact-phone-number.js';

/** The E.164 form of each string; undefined for a string that is not a phone number. */
export type PhoneNumbers = ReadonlyMap<string, string | undefined>;

/**
 * Reads phone numbers as people write them. The country of the workspace is looked up only when a text needs it. A long
 * list is read in chunks, so that other requests are not delayed.
 */
export async function readPhoneNumbers(
  context: Context,
  texts: Iterable<string | null | undefined>,
): Promise<PhoneNumbers> {
  const distinct = [...new Set(texts)].filter((text) => typeof text === 'string');
  const numbers = new Map<string, string | undefined>();
  if (distinct.length === 0) return numbers;
  const { parsePhoneNumber } = await loadParser();
  const country = distinct.some(needsCountry) ? await findDefaultCountry(context) : null;
  for (const [index, text] of distinct.entries()) {
    if (index > 0 && index % context.sizes.parsedNumbers === 0) await setImmediate();
    numbers.set(text, parsePhoneNumber(text, country));
  }
  return numbers;
}

/** Loading the numbering plans takes 100 ms, so they are not loaded when a process starts. */
export function loadParser() {
  parser ??= import('./parse-phone-number.js');
  return parser;
}

let parser: Promise<typeof import('./parse-phone-number.js')> | undefined;

export async function findDefaultCountry({
  database,
  tenantId,
}: Pick<Context, 'tenantId'> & { readonly database: { readonly sql: Sql } }): Promise<string | null> {
  const [tenant] = await database.sql(find, [tenantId]);
  return tenant?.defaultCountry ?? null;
}

const find = statement<{ defaultCountry: string | null }>(
  'find-default-country',
  'select default_country as "defaultCountry" from tenants where id = $1::uuid',
);
