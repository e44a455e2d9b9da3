import { createHash } from 'node:crypto';
import { brandStatement, declareStatement, type Statement } from './sql.js';

const usesBeforeName = 5;
const mostNames = 50;
/** A connection keeps about sixty bytes for each character of a statement that it knows by name. */
const longestNamed = 8_000;
const mostNamedCharacters = 50_000;
const mostCounted = 2_000;

/** A tenant may name this fraction of what the others leave, so that the texts of one tenant never take all names. */
const tenantShare = 1 / 2;

/**
 * Names frequent statements whose text depends on the request, so that each connection parses them once. Rare texts run
 * without a name, so a caller who sends a new text each time fills neither our memory nor the memory of the database. A
 * name is kept until the process ends, because a connection keeps the statement as long.
 */
export class RepeatedStatements {
  readonly #prefix: string;
  readonly #names = new Map<string, string>();
  /** The uses of texts without a name, the one that was used longest ago first. */
  readonly #usesByName = new Map<string, number>();
  readonly #lengthsByTenant = new Map<string, number[]>();
  #namedCharacters = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  use<Row>(text: string, tenantId: string): Statement<Row> {
    const name = this.#names.get(text) ?? this.#nameIfOften(text, tenantId);
    return brandStatement(name === undefined ? { text } : { name, text });
  }

  #nameIfOften(text: string, tenantId: string): string | undefined {
    const lengths = this.#lengthsByTenant.get(tenantId) ?? [];
    if (!this.#hasRoomFor(text, lengths)) return undefined;
    const name = `${this.#prefix}-${createHash('sha1').update(text).digest('base64url')}`;
    const uses = this.#usesByName.get(name) ?? 0;
    this.#usesByName.delete(name);
    if (uses < usesBeforeName) {
      this.#count(name, uses + 1);
      return undefined;
    }
    declareStatement(name, text);
    this.#names.set(text, name);
    this.#namedCharacters += text.length;
    this.#lengthsByTenant.set(tenantId, [...lengths, text.length]);
    return name;
  }

  #count(name: string, uses: number): void {
    const [oldest] = this.#usesByName.keys();
    if (this.#usesByName.size === mostCounted && oldest !== undefined) this.#usesByName.delete(oldest);
    this.#usesByName.set(name, uses);
  }

  #hasRoomFor({ length }: string, lengths: readonly number[]): boolean {
    if (length > longestNamed) return false;
    const characters = lengths.reduce((sum, each) => sum + each, 0);
    const names = (mostNames - (this.#names.size - lengths.length)) * tenantShare;
    const namedCharacters = (mostNamedCharacters - (this.#namedCharacters - characters)) * tenantShare;
    return lengths.length + 1 <= names && characters + length <= namedCharacters;
  }
}
