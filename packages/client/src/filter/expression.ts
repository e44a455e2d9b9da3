/** An expression of the filter language that checks the limits of the language. */
export class Expression {
  readonly expression: string;
  /** The depth of nested functions, as the service counts it. */
  readonly #depth: number;
  readonly #conditions: number;

  /** The number of conditions; the default is 1. */
  constructor(expression: string, depth = 1, conditions = 1) {
    refuseMore('characters', [...expression].length, 2_000);
    refuseMore('levels', depth, 10);
    refuseMore('conditions', conditions, 50);
    this.expression = expression;
    this.#depth = depth;
    this.#conditions = conditions;
  }

  static call(name: 'and' | 'or' | 'not', parts: readonly Expression[]): Expression {
    return new Expression(
      `${name}(${parts.join(',')})`,
      1 + Math.max(...parts.map((part) => part.#depth)),
      parts.reduce((sum, part) => sum + part.#conditions, 0),
    );
  }

  toString(): string {
    return this.expression;
  }

  toJSON(): string {
    return this.expression;
  }
}

/** No condition. An empty text means no filter. */
export const everything = new Expression('', 0, 0);

/** A condition that no record meets. The language has no word for it, but every record has an id. */
export const nothing = new Expression('isNull(id)');

function refuseMore(what: string, count: number, limit: number): void {
  if (count > limit) {
    throw new RangeError(`The filter has ${count} ${what}; a search accepts at most ${limit}.`);
  }
}
