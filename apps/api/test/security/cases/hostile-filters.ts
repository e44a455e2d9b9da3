import { beforeAll, describe, expect, it } from '@jest/globals';
import { createContact, createTenant, createToken } from '@parley/testkit';
import { errorKeys } from '../../operations/support/failures.js';
import type { Stage } from '../../operations/support/start-stage.js';
import { measureCpu } from './measure-cpu.js';

/**
 * The longest CPU time of the API for a hostile filter. A statement of PostgreSQL that takes long is canceled by the timeout of
 * searches, so that the response is none of those that are expected here.
 */
const allowedMs = 3_000;

export function describeHostileFilters(stage: () => Stage): void {
  let token: string;

  beforeAll(async () => {
    const { id } = await createTenant(stage().database);
    token = await createToken(stage().database, id);
    await createContact(stage().database, id, { firstName: 'a%b', lastName: null });
  });

  const call = (body: object) => stage().v3.callAny('searchContacts', { wrongBody: body, token });

  async function search(body: object) {
    const { result, cpuMs } = await measureCpu(() => call(body));
    expect(cpuMs).toBeLessThan(allowedMs);
    return result;
  }

  async function find(query: string): Promise<void> {
    const { status } = await search({ query, pagination: { limit: 100 } });
    expect({ query, status }).toEqual({ query, status: 200 });
  }

  describe('a hostile filter', () => {
    it.each([
      ['2,001 characters', `eq(firstName,"${'a'.repeat(1_985)}")`],
      ['eleven levels', `${'not('.repeat(10)}isNull(email)${')'.repeat(10)}`],
      ['a thousand levels', `${'not('.repeat(490)}`],
      ['a thousand closings', ')'.repeat(2_000)],
      ['51 conditions', `or(${Array(51).fill('isNull(email)').join(',')})`],
      ['an unterminated quote', 'eq(firstName,"a'],
      ['a quote with an escaped end', 'eq(firstName,"a\\")'],
      ['two thousand backslashes', `eq(firstName,"${'\\'.repeat(1_900)}`],
      ['two thousand quotes', '"'.repeat(2_000)],
      ['a quote of SQL', "eq(firstName,'a')"],
      ['SQL after the end', 'isNull(email); drop table contacts'],
      ['a comment of SQL', 'isNull(email)--'],
      ['a field that is SQL', 'eq(contacts.id,"a")'],
      ['a field of the prototype', 'eq(__proto__,"a")'],
      ['a function of the prototype', 'constructor(firstName,"a")'],
      ['a field family of the prototype', 'eq(attributes.__proto__,"a")'],
      ['brackets of another script', 'isNull（email）'],
      ['quotes of another script', 'eq(firstName,“a”)'],
      ['letters that only look alike', 'іsNull(email)'],
      ['a reversed writing direction', 'isNull(\u202eemail)'],
      ['an unpaired surrogate', 'eq(firstName,"\ud800")'],
      ['NUL', 'eq(firstName,"a\0")'],
      ['an invalid number', 'gt(createdAt,1e400)'],
      ['an invalid date', 'gt(createdAt,"9999999-01-01")'],
      ['only spaces', `${' '.repeat(1_999)}x`],
      ['commas', ','.repeat(2_000)],
      ['many escaped quotes', `eq(firstName,"${'\\"'.repeat(100_000)}`],
    ])('of %s is refused quickly, with the position', async (_name, query) => {
      expect(errorKeys(await search({ query }))).toEqual({
        query: expect.stringMatching(/invalid_string|too_big/),
      });
    });

    it('as an order of one long word is refused quickly', async () => {
      expect(errorKeys(await search({ sortBy: `${'a'.repeat(200_000)}(` }))).toEqual({
        sortBy: expect.stringMatching(/invalid_string|too_big/),
      });
    });

    it('of the maximum size gets a response quickly', async () => {
      const like = (index: number) => `contains(firstName,"${'%a'.repeat(8)}${index}")`;
      await find(`or(${Array.from({ length: 45 }, (_, index) => like(index)).join(',')})`);
      await find(`contains(firstName,"${'a%_'.repeat(600)}")`);
      await find(`contains(firstName,"${'a'.repeat(1_900)}b")`);
      await find(`and(${Array.from({ length: 50 }, (_, index) => `ne(email,x${index})`).join(',')})`);
      await find(`${'or('.repeat(9)}isNull(email)${')'.repeat(9)}`);
      expect((await search({ search: '%_\\'.repeat(60) })).status).toBe(200);
      expect((await search({ sortBy: Array(200).fill('createdAt').join(',') })).status).toBe(400);
    });
  });
}
