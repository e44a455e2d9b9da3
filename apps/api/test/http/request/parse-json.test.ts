import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../src/http/request/parse-json.js';

/** A large body is parsed piece by piece. */
const long = 'a'.repeat(40_000);
const longList = JSON.stringify(Array.from({ length: 9_000 }, (_, number) => ({ number, list: [number] })));

const parse = (text: string) => parseJson(Buffer.from(text));

describe('a large body', () => {
  it.each<[string, string]>([
    ['lists and objects of any length', `{"a":${longList},"b":{"c":${longList}},"d":[],"e":{},"f":[[],{}]}`],
    ['a list of lists', `[${longList},[],${longList},1,"${long}","${long}"]`],
    ['blanks', ` \t\r\n{ "a" : ${' '.repeat(50_000)}[ ${longList} , 1 ] , "b" : { } }\n `],
    ['brackets, commas and quotes in texts', `{"a\\"[{,":["${'[{\\",}]\\\\'.repeat(20_000)}",${longList}]}`],
    ['a key twice', `{"a":${longList},"b":"${long}","c":"${long}","a":[2],"b":3}`],
    ['numbers as keys', `{"b":"${long}","2":"${long}","1":${longList}}`],
    ['escapes and other scripts', `{"a":"${'é€😀\\ud83d\\ude00'.repeat(8_000)}","é":${longList}}`],
    ['a text', `"${long}${long}"`],
    ['a number', `${'1'.repeat(200)}${' '.repeat(70_000)}`],
    ['an empty list', `${' '.repeat(70_000)}[ ]`],
    ['an empty object in long blanks', `{${' '.repeat(70_000)}}`],
    ['a byte order mark', `\ufeff{"a":${longList}}`],
  ])('is parsed as by JSON.parse: %s', async (_, text) => {
    expect(text.length).toBeGreaterThan(64 * 1024);
    expect(await parse(text)).toEqual(JSON.parse(text.replace('\ufeff', '')));
  });

  it('keeps the key __proto__ as an ordinary key', async () => {
    const text = `{"a":${longList},"__proto__":${longList},"b":{"__proto__":1}}`;
    const body = Object(await parse(text));
    expect(Object.keys(body)).toEqual(['a', '__proto__', 'b']);
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  });

  it.each<[string, string]>([
    ['a comma before the end', `{"a":${longList},}`],
    ['a comma at the end of a long list', `{"a":${longList.slice(0, -1)},]}`],
    ['two commas', `[${longList},,1]`],
    ['only blanks between commas', `["${long}",${' '.repeat(70_000)},1]`],
    ['only blanks after a long list', `[${longList},${' '.repeat(70_000)}]`],
    ['a comma first', `[,${longList}]`],
    ['no comma', `[${longList} ${longList}]`],
    ['something before a long list', `[1 ${longList}]`],
    ['a number before a long list', `{"a":1${longList}}`],
    ['something after a long list', `[${longList} 1]`],
    ['a key without a value', `{"a":${longList},"b"}`],
    ['no key', `{${longList}}`],
    ['a list with a key', `["a":${longList}]`],
    ['the wrong bracket', `{"a":${longList}]`],
    ['the wrong bracket of a long list', `{"a":${longList.slice(0, -1)}}}`],
    ['no end', `{"a":${longList}`],
    ['a text without an end', `{"a":${longList},"b":"}`],
    ['a bracket too many', `{"a":${longList}}}`],
    ['a second value', `{"a":${longList}}{}`],
    ['a comma after the body', `{"a":${longList}},`],
    ['something before the body', `a{"a":${longList}}`],
    ['something after the body', `{"a":${longList}}a`],
    ['another blank', `{"a":${longList},\u00a0"b":1}`],
    ['a number that is no JSON', `{"a":${longList},"b":01}`],
    ['only blanks', ' '.repeat(70_000)],
  ])('is refused as by JSON.parse: %s', async (_, text) => {
    expect(() => JSON.parse(text)).toThrow();
    await expect(parse(text)).rejects.toMatchObject({
      details: { invalidParams: { body: { key: 'invalid_json' } } },
    });
  });

  it.each<[string, string, object]>([
    [
      '10,001 keys',
      `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`)}}`,
      { body: { key: 'too_big' } },
    ],
    [
      '10,001 keys in an object',
      `{"a":{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`)}}}`,
      { a: { key: 'too_big' } },
    ],
    ['a body that is a long list', `[${'{},'.repeat(25_000)}{}]`, { body: { key: 'too_big' } }],
    [
      '10,001 keys in an object of a list',
      `[{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":0`)}}]`,
      { body: { key: 'too_big' } },
    ],
    ['an item of 100,001 values', `{"a":[1,[${'0,'.repeat(100_000)}0]]}`, { a: { key: 'too_big' } }],
    [
      'an item of 100,001 values at several depths',
      `{"a":[1,{"b":[${'[0,0,0,0],'.repeat(19_998)}0],"c":[${'[],'.repeat(5_000)}0]}]}`,
      { a: { key: 'too_big' } },
    ],
    [
      '65 levels',
      `{"a":${longList},"b":${'['.repeat(64)}${']'.repeat(64)}}`,
      { body: { key: 'invalid_json' } },
    ],
    ['a number that is too large', `{"a":${longList},"b":[1e400]}`, { body: { key: 'invalid_json' } }],
  ])('is refused with %s', async (_, text, invalidParams) => {
    expect(text.length).toBeGreaterThan(64 * 1024);
    await expect(parse(text)).rejects.toMatchObject({ details: { invalidParams } });
  });

  it('is parsed up to the 10,000th item of a list, which no schema accepts', async () => {
    const list = `[${'{},'.repeat(50_000)}{}]`;
    const body = Object(await parse(`{"a":1,"b":${list},"c":${longList},"d":${list},"e":[2]}`));
    expect(Object.keys(body)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect([body.b.length, body.c.length, body.d.length, body.e]).toEqual([10_000, 9_000, 10_000, [2]]);
  });

  it('is parsed in many turns of the event loop, in each of which one body continues', async () => {
    const bytes = Buffer.from(`{"a":[${Array(5_000).fill(`[${Array(900).fill(0)}]`)}]}`);
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 0);
    await Promise.all([parseJson(bytes), parseJson(bytes)]);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(20);
  });
});
