/**
 * SQL expression that creates a UUID v7 (RFC 9562), for rows whose number only the database knows. PostgreSQL 18 has
 * `uuidv7()`; this works on 15: 48 bits of time over a random v4, whose version 4 becomes 7 by two bits.
 */
export function newIdSql(at: string): string {
  const milliseconds = `substring(int8send((extract(epoch from ${at}) * 1000)::bigint) from 3)`;
  const timed = `overlay(uuid_send(gen_random_uuid()) placing ${milliseconds} from 1 for 6)`;
  return `encode(set_bit(set_bit(${timed}, 52, 1), 53, 1), 'hex')::uuid`;
}
