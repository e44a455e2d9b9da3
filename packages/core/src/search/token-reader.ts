import { countCodePoints } from './count-code-points.js';
import { ExpressionError } from './expression-error.js';
import { type Token, tokenize } from './tokenize.js';

const maxLength = 2_000;

/** Walks over the tokens of an expression and says what it expected where it stumbles. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(text: string) {
    // Code points are at most as many as the units that JavaScript counts, so few texts need to be counted.
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

  take(type: Token['type'], expected: string): Token {
    const token = this.next;
    if (token.type !== type) throw unexpected(token, expected);
    this.#index += 1;
    return token;
  }

  /** Takes the token when it is there. */
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

/** The message goes back to the caller, who knows what was sent. */
function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= 40 ? text : `${characters.slice(0, 40).join('')}…`;
}
