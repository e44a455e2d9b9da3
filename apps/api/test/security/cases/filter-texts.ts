import { beforeAll, describe, expect, it } from '@jest/globals';
import { createContact, createTenant, createToken } from '@parley/testkit';
import type { Stage } from '../../operations/support/start-stage.js';

export function describeFilterTexts(stage: () => Stage): void {
  let token: string;
  const names = ['a%b', 'a_b', 'aXb', "o'brien", 'quo"te', 'back\\slash', '𝕳ello', 'a'.repeat(200)];

  beforeAll(async () => {
    const { id } = await createTenant(stage().database);
    token = await createToken(stage().database, id);
    for (const firstName of names) await createContact(stage().database, id, { firstName, lastName: null });
  });

  const call = (body: object) => stage().v3.callAny('searchContacts', { wrongBody: body, token });

  async function find(query: string): Promise<string[]> {
    const response = await call({ query, pagination: { limit: 100 } });
    expect({ query, status: response.status }).toEqual({ query, status: 200 });
    return Object(response.body)
      .data.map(({ firstName }: { firstName: string }) => firstName)
      .sort();
  }

  const quote = (text: string) => JSON.stringify(text);

  describe('a hostile filter', () => {
    it('special characters of SQL have no special meaning', async () => {
      expect(await find('contains(firstName,"%")')).toEqual(['a%b']);
      expect(await find('contains(firstName,"a_b")')).toEqual(['a_b']);
      expect(await find('startsWith(firstName,"_")')).toEqual([]);
      expect(await find(`contains(firstName,${quote('\\')})`)).toEqual(['back\\slash']);
      for (const name of names) expect(await find(`eq(firstName,${quote(name)})`)).toEqual([name]);
      for (const text of [
        "' or '1'='1",
        "'; drop table contacts; --",
        '$1',
        '\\',
        "\\' or 1=1 --",
        '{}',
        '%s',
      ])
        expect(await find(`eq(firstName,${quote(text)})`)).toEqual([]);
      expect(await find('isNull(lastName)')).toHaveLength(names.length);
    });

    it('of random fragments gets 200 or 400', async () => {
      const pieces = [
        'and(',
        'or(',
        'not(',
        'eq(',
        'in(',
        'contains(',
        'isNull(',
        ')',
        ',',
        '"',
        '\\',
        'firstName',
        'email',
        'attributes.x',
        'createdAt',
        'null',
        'true',
        '1',
        '-',
        ' ',
        "'",
        '%',
        '\u{1F600}',
        '\u202e',
        '\n',
      ];
      let state = 7;
      const next = (count: number) => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((state / 2_147_483_648) * count);
      };
      const queries = Array.from({ length: 150 }, () =>
        Array.from({ length: 1 + next(25) }, () => pieces[next(pieces.length)]).join(''),
      );
      // They wait for each other, so none of them is measured.
      const responses = await Promise.all(
        queries.map((query) => call({ query, sortBy: query.slice(0, 20) })),
      );
      for (const [index, { status }] of responses.entries()) {
        expect([queries[index], [200, 400].includes(status)]).toEqual([queries[index], true]);
      }
    });
  });
}
