import { countCodePoints } from './count-code-points.js';
import { ExpressionError } from './expression-error.js';
import { type Token, tokenize } from './tokenize.js';

const maxLength = 2_000;

/** Reads the tokens of an expression. An error names what was expected. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(text: string) {
    // A text has at most as many code points as UTF-16 units, so only few texts need to be counted.
    if (text.length > maxLength && countCodePoints(text) > maxLength) {
      throw new ExpressionError(maxLength + 1, 'at most 2,000 characters');
    }
    this.#tokens = tokenize(text);
  }

  get next(): Token {
    const token = this.#tokens[this.#index];
    if (token === undefined) throw new Error('The reader went past the end of the expression');
    return token;
  }

  get isAtEnd(): boolean {
    return this.next.type === 'end';
  }

  consume(type: Token['type'], expected: string): Token {
    const token = this.next;
    if (token.type !== type) throw unexpected(token, expected);
    this.#index += 1;
    return token;
  }

  /** Skips the token if it is next. */
  skip(type: Token['type']): boolean {
    if (this.next.type !== type) return false;
    this.#index += 1;
    return true;
  }
}

export function unexpected(token: Token, expected: string): ExpressionError {
  return new ExpressionError(token.position, expected, describe(token));
}

function describe(token: Token): string {
  return token.type === 'end' ? 'the end' : JSON.stringify(shorten(token.value));
}

/** Shortens a text for an error message. */
function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= 40 ? text : `${characters.slice(0, 40).join('')}…`;
}
