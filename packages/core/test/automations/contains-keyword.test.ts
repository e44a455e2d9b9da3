import { describe, expect, test } from '@jest/globals';
import { createKeywordMatcher, hasPhrase, matchedLength } from '../../src/triggers/contains-keyword.js';

const containsKeyword = (text: string, keyword: string) => createKeywordMatcher(text)(keyword);

describe('a keyword is contained in a text', () => {
  test.each([
    ['hi', 'hi'],
    ['hi', 'Hi there!'],
    ['HI', '… oh, hi.'],
    ['order', 'Where is my order?'],
    ['order', 'order-number 17'],
    ['17', 'order 17'],
    ['opening hours', 'What are your Opening\n  Hours today?'],
    [' opening hours ', 'opening hours'],
    ['grüße', 'Viele GRÜSSE und GRÜẞE, viele Grüße'],
    ['straße', 'STRAẞE'],
    // Composed and decomposed letters are the same.
    ['caf\u00e9', 'un cafe\u0301, merci'],
    ['привет', 'Привет!'],
    ['γειά', 'ΓΕΙΆ σου'],
    ['你好', '你好吗'],
    ['注文', 'ご注文の件'],
    ['สวัสดี', 'สวัสดีครับ'],
    ['c++', 'Do you know C++?'],
    ['#win', 'I want to#win'],
    ['?', 'Really?'],
    ['👍', 'ok👍'],
    ["don't", "I DON'T know"],
    ['a.b', 'a.b'],
    ['e-mail/fax [1] {2} (3) ^4 $5 *6 |7 \\8', 'E-Mail/Fax [1] {2} (3) ^4 $5 *6 |7 \\8'],
  ])('%j in %j', (keyword, text) => {
    expect(containsKeyword(text, keyword)).toBe(true);
  });

  test.each([
    ['hi', 'this'],
    ['hi', 'hit'],
    ['hi', 'hi_there'],
    ['order', 'reorders'],
    ['1', '17'],
    ['caf', 'café'],
    ['cafe', 'cafe\u0301'],
    ['грузи', 'погрузить'],
    ['opening hours', 'opening the hours'],
    ['c++', 'c--'],
    ['a.b', 'axb'],
    ['#win', '#winner'],
    ['hi', ''],
  ])('%j not in %j', (keyword, text) => {
    expect(containsKeyword(text, keyword)).toBe(false);
  });
});

describe('a long text', () => {
  test('is matched by its beginning only, and a truncated word does not count', () => {
    const filler = 'x '.repeat(matchedLength / 2 - 3);
    expect(containsKeyword(`${filler}order`, 'order')).toBe(true);
    expect(containsKeyword(`${filler} reorder`, 'reor')).toBe(false);
    expect(containsKeyword(`${filler}${filler}order`, 'order')).toBe(false);
  });

  test('is read a fixed number of times for each keyword, even when both are repetitive', () => {
    let reads = 0;
    const counted = (text: string) => ({
      isAfterSpace: true,
      get text() {
        reads += 1;
        return text;
      },
    });
    const tokens = Array.from({ length: 2_000 }, () => counted('a'));
    const phrase = [...Array(100).fill('a'), 'b', ...Array(100).fill('a')].map((text: string) => ({
      text,
      isAfterSpace: true,
    }));
    expect(hasPhrase(tokens, phrase)).toBe(false);
    expect(reads).toBeLessThanOrEqual(4 * tokens.length);
  });
});
