import { describe, expect, it } from '@jest/globals';
import { compareModules } from '../compare-modules.js';

const module = `import './register.js';
import { statement } from './statement.js';
import { shorten } from './shorten.js';

/** Creates a label. */
export function createLabel(name: string): string {
  return shorten(name.trim());
}

export const find = statement('find-label', 'select 1');
`;

describe('the effect of a change of a module', () => {
  it.each([
    ['nothing', 'a comment', 'Creates a label.', 'Creates one label.'],
    ['nothing', 'a type', 'name: string', 'name: Uppercase<string>'],
    ['functions', 'the body of a function', 'name.trim()', 'name'],
    ['functions', 'an import that only a function uses', "'./shorten.js'", "'./other.js'"],
    ['load', 'an import that code at load uses', "'./statement.js'", "'./other.js'"],
    ['load', 'an import without names', "'./register.js'", "'./other.js'"],
    ['load', 'a constant', 'select 1', 'select 2'],
    ['load', 'the name of a function', 'createLabel', 'addLabel'],
  ])('is %s for %s', (effect, _, from, to) => {
    expect(compareModules(module, module.replace(from, to))).toBe(effect);
  });

  it('is everything for a module that is gone', () => {
    expect(compareModules(module, '')).toBe('load');
  });
});
