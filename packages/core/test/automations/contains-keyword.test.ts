import { describe, expect, test } from '@jest/globals';
import { containsKeyword } from '../../src/triggers/contains-keyword.js';

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
