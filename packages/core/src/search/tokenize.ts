import { ExpressionError } from './expression-error.js';

/** A piece of an expression. `word` and `string` carry their value, a string already without quotes and escapes. */
export interface Token {
  readonly type: 'word' | 'string' | '(' | ')' | ',' | 'end';
  readonly value: string;
  /** Counted from 1, as people do. */
  readonly position: number;
}

const space = /[ \t\r\n]+/y;
const word = /[\p{L}\p{N}\-_.:+]+/uy;
const string = /"((?:[^"\\]|\\.)*)"/suy;

/** Each pattern is tried at one place only and reads forward without backtracking: the time is linear in the length. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  while (true) {
    index += matchAt(space, text, index)?.[0].length ?? 0;
    const position = index + 1;
    if (index === text.length) return [...tokens, { type: 'end', value: '', position }];
    const token = readToken(text, index);
    tokens.push({ ...token, position });
    index += token.length;
  }
}

function readToken(text: string, index: number): { type: Token['type']; value: string; length: number } {
  const character = text.charAt(index);
  if (character === '(' || character === ')' || character === ',') {
    return { type: character, value: character, length: 1 };
  }
  if (character === '"') return readString(text, index);
  const found = matchAt(word, text, index)?.[0];
  if (found === undefined) {
    throw new ExpressionError(
      index + 1,
      'a word, a quoted string, "(", ")" or ","',
      JSON.stringify(character),
    );
  }
  return { type: 'word', value: found, length: found.length };
}

function readString(text: string, index: number): { type: 'string'; value: string; length: number } {
  const match = matchAt(string, text, index);
  if (!match) throw new ExpressionError(text.length + 1, `the end of the string that begins at ${index + 1}`);
  const [quoted, inner = ''] = match;
  const value = inner.replace(/\\(.)/gsu, (_, escaped: string, offset: number) => {
    if (escaped === '"' || escaped === '\\') return escaped;
    throw new ExpressionError(index + offset + 2, '\\" or \\\\', JSON.stringify(`\\${escaped}`));
  });
  const nul = value.indexOf('\u0000');
  // PostgreSQL cannot hold it in a text, so no text of ours can be compared with it.
  if (nul >= 0) throw new ExpressionError(index + 1, 'a string without the character U+0000');
  return { type: 'string', value, length: quoted.length };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
