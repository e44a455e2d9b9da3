import { describe, expect, test } from '@jest/globals';
import { findPlaceholders } from '../../src/index.js';
import { renderTemplate } from '../../src/messages/content/render-template.js';

describe('a placeholder', () => {
  test.each([
    ['{{name}}', 'name'],
    ['{{ größe.cm }}', 'größe.cm'],
    ['{{имя}}', 'имя'],
    ['{{お名前}}', 'お名前'],
    ['{{\t\u00a0नाम\n}}', 'नाम'],
    ['{{order-no_1.٣}}', 'order-no_1.٣'],
    [`{{${'x'.repeat(100)}}}`, 'x'.repeat(100)],
    ['{{_}}', '_'],
    ['{{-.-}}', '-.-'],
  ])('%s has letters and digits of any script, and may have space around', (template, name) => {
    expect(findPlaceholders(template)).toEqual([name]);
    expect(renderTemplate(`<${template}>`, { [name]: '$& {{x}}' })).toEqual({
      text: '<$& {{x}}>',
      missing: [],
      malformed: [],
    });
  });

  test('is the same name whether an accent is a character of its own or not', () => {
    const [composed, decomposed] = ['gr\u00f6\u00dfe', 'gro\u0308\u00dfe'];
    for (const [written, given] of [
      [composed, decomposed],
      [decomposed, composed],
    ] as const) {
      expect(renderTemplate(`{{${written}}}`, { [given]: 'XL' }).text).toBe('XL');
    }
    expect(findPlaceholders(`{{${composed}}} {{${decomposed}}}`)).toEqual([composed]);
  });

  test.each([
    ['{{ }}', '{{ }}'],
    ['{{}}', '{{}}'],
    ['{{a b}}', '{{a b}}'],
    ['{{a+b}}', '{{a+b}}'],
    ['{{name', '{{name'],
    ['{{name}', '{{name}'],
    ['{{🎉}}', '{{🎉}}'],
    [`{{${'x'.repeat(101)}}}`, `{{${'x'.repeat(38)}…`],
  ])('%s is not a placeholder, and is reported as malformed', (template, found) => {
    expect(renderTemplate(`Hi ${template}`, { a: '1', name: 'Ada' })).toEqual({
      text: `Hi ${template}`,
      missing: [],
      malformed: [found],
    });
  });

  test('each that is missing or malformed is reported once, in the order of the text', () => {
    const { missing, malformed } = renderTemplate('{{b}} {{a b}} {{a}} {{ b }} {{}} {{a b}} {{c}}', {
      c: '',
    });
    expect({ missing, malformed }).toEqual({ missing: ['b', 'a'], malformed: ['{{a b}}', '{{}}'] });
  });

  test('a value can stand in braces, and single braces mean nothing', () => {
    expect(renderTemplate('{{{name}}} {name} }} { {', { name: 'Ada' })).toEqual({
      text: '{Ada} {name} }} { {',
      missing: [],
      malformed: [],
    });
  });
});
