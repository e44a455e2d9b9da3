import { describe, expect, it } from '@jest/globals';
import { composedStatement, type Statement, statement } from '../src/index.js';

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

describe('a text', () => {
  it('is no statement for the compiler until one of our functions has made one of it', () => {
    const texts: Statement<unknown>[] = [statement('made', 'select 1'), composedStatement('select 1')];
    // @ts-expect-error: an object with a text is not enough.
    texts.push({ text: 'select 1' });
    expect(texts.map(({ text }) => text)).toEqual(Array(3).fill('select 1'));
  });
});
