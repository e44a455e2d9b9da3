import { countCodePoints } from './count-code-points.js';
import { ExpressionError } from './expression-error.js';

/** A token of an expression. `word` and `string` have a value; the value of a string has no quotes and no escapes. */
export interface Token {
  readonly type: 'word' | 'string' | '(' | ')' | ',' | 'end';
  readonly value: string;
  /** The position in code points, from 1. */
  readonly position: number;
}

const space = /[ \t\r\n]+/y;
const word = /[\p{L}\p{N}\-_.:+]+/uy;
const string = /"((?:[^"\\]|\\.)*)"/suy;

/**
 * Splits a filter into tokens. Each pattern is tried at one position only and never backtracks, so the time is linear
 * in the length.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  let position = 1;
  const move = (length: number) => {
    position += countCodePoints(text.slice(index, index + length));
    index += length;
  };
  while (true) {
    move(matchAt(space, text, index)?.[0].length ?? 0);
    if (index === text.length) return [...tokens, { type: 'end', value: '', position }];
    const token = readToken(text, index, position);
    tokens.push({ type: token.type, value: token.value, position });
    move(token.length);
  }
}

interface ReadToken extends Omit<Token, 'position'> {
  /** The length in UTF-16 units. */
  readonly length: number;
}

function readToken(text: string, index: number, position: number): ReadToken {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  if (character === '(' || character === ')' || character === ',') {
    return { type: character, value: character, length: 1 };
  }
  if (character === '"') return readString(text, index, position);
  const found = matchAt(word, text, index)?.[0];
  if (found === undefined) {
    throw new ExpressionError(
      position,
      'a word, a quoted string, "(", ")" or ","',
      JSON.stringify(character),
    );
  }
  return { type: 'word', value: found, length: found.length };
}

function readString(text: string, index: number, position: number): ReadToken {
  const match = matchAt(string, text, index);
  if (!match) {
    const end = position + countCodePoints(text.slice(index));
    throw new ExpressionError(end, `the end of the string that begins at ${position}`);
  }
  const [quoted, inner = ''] = match;
  const value = inner.replace(/\\(.)/gsu, (_, escaped: string, offset: number) => {
    if (escaped === '"' || escaped === '\\') return escaped;
    const errorPosition = position + 1 + countCodePoints(inner.slice(0, offset));
    throw new ExpressionError(errorPosition, '\\" or \\\\', JSON.stringify(`\\${escaped}`));
  });
  // PostgreSQL cannot store this character, so no stored text can equal it.
  if (value.includes('\u0000')) {
    throw new ExpressionError(position, 'a string without the character U+0000');
  }
  return { type: 'string', value, length: quoted.length };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
