import { describe, expect, it } from '@jest/globals';
import { statement } from '../src/index.js';

describe('a named statement', () => {
  it('may be defined again with the same text', () => {
    const text = 'select 1 as one';
    expect(statement('the-same', text)).toEqual(statement('the-same', text));
  });

  it('is refused with another text, since a connection would fail on the second one', () => {
    statement('taken', 'select 1 as one');
    expect(() => statement('taken', 'select 2 as two')).toThrow(
      'Two statements are called taken; rename one.',
    );
  });
});
