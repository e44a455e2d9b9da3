/**
 * Returns the SQL expression that creates a UUID v7 (RFC 9562), for statements that insert an unknown number of rows.
 * PostgreSQL 18 has `uuidv7()`, but this works on 15 as well: the time replaces the first 48 bits of a random UUID v4,
 * and setting two bits changes the version from 4 to 7.
 */
export function newIdSql(at: string): string {
  const milliseconds = `substring(int8send((extract(epoch from ${at}) * 1000)::bigint) from 3)`;
  const timed = `overlay(uuid_send(gen_random_uuid()) placing ${milliseconds} from 1 for 6)`;
  return `encode(set_bit(set_bit(${timed}, 52, 1), 53, 1), 'hex')::uuid`;
}
