import { createHash } from 'node:crypto';
import { brandStatement, declareStatement, type Statement } from './sql.js';

const usesBeforeName = 5;
const mostNames = 50;
/** A connection keeps about sixty bytes for each character of a statement that it knows by name. */
const longestNamed = 5_000;
const mostNamedCharacters = 50_000;
const mostCounted = 2_000;

/**
 * Names frequent statements whose text depends on the request, so that each connection parses them once. Rare texts run
 * without a name, so a caller who sends a new text each time fills neither our memory nor the memory of the database.
 */
export class RepeatedStatements {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  readonly #usesByName = new Map<string, number>();
  #namedCharacters = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  use<Row>(text: string): Statement<Row> {
    const name = this.#names.get(text) ?? this.#nameIfOften(text);
    return brandStatement(name === undefined ? { text } : { name, text });
  }

  #nameIfOften(text: string): string | undefined {
    if (!this.#hasRoomFor(text)) return undefined;
    const name = `${this.#prefix}-${createHash('sha1').update(text).digest('base64url')}`;
    const uses = this.#usesByName.get(name) ?? 0;
    if (uses < usesBeforeName) {
      // Counting starts again; a frequent text soon has a name again.
      if (this.#usesByName.size === mostCounted) this.#usesByName.clear();
      this.#usesByName.set(name, uses + 1);
      return undefined;
    }
    this.#usesByName.delete(name);
    declareStatement(name, text);
    this.#names.set(text, name);
    this.#namedCharacters += text.length;
    return name;
  }

  #hasRoomFor({ length }: string): boolean {
    if (this.#names.size === mostNames || length > longestNamed) return false;
    return this.#namedCharacters + length <= mostNamedCharacters;
  }
}
