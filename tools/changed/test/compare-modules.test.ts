import { describe, expect, it } from '@jest/globals';
import { compareModules } from '../compare-modules.js';

const module = `import { statement } from './statement.js';

/** Creates a label. */
export function createLabel(name: string): string {
  return name.trim();
}

export const find = statement('find-label', 'select 1');
`;

describe('the effect of a change of a module', () => {
  it.each([
    ['nothing', 'a comment', 'Creates a label.', 'Creates one label.'],
    ['nothing', 'a type', 'name: string', 'name: Uppercase<string>'],
    ['functions', 'the body of a function', 'name.trim()', 'name'],
    ['functions', 'an import that a function uses', "'./statement.js'", "'./other-statement.js'"],
    ['load', 'a constant', 'select 1', 'select 2'],
    ['load', 'the name of a function', 'createLabel', 'addLabel'],
  ])('is %s for %s', (effect, _, from, to) => {
    expect(compareModules(module, module.replace(from, to))).toBe(effect);
  });

  it('is everything for a module that is gone', () => {
    expect(compareModules(module, '')).toBe('load');
  });
});
