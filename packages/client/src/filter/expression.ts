interface Shape {
  /** Levels of functions, as the service counts them. */
  readonly depth: number;
  readonly conditions: number;
}

/** A filter in the making, which keeps within the limits of the language. */
export class Expression {
  /** No condition: an empty text is no filter. */
  static readonly everything = new Expression('', { depth: 0, conditions: 0 });
  /** The language has no word for it, but every record has an id. */
  static readonly nothing = Expression.condition('isNull(id)');

  readonly expression: string;
  readonly #shape: Shape;

  private constructor(expression: string, shape: Shape) {
    refuseMore('characters', [...expression].length, 2_000);
    refuseMore('levels', shape.depth, 10);
    refuseMore('conditions', shape.conditions, 50);
    this.expression = expression;
    this.#shape = shape;
  }

  static condition(expression: string): Expression {
    return new Expression(expression, { depth: 1, conditions: 1 });
  }

  static call(name: 'and' | 'or' | 'not', parts: readonly Expression[]): Expression {
    return new Expression(`${name}(${parts.join(',')})`, {
      depth: 1 + Math.max(...parts.map((part) => part.#shape.depth)),
      conditions: parts.reduce((sum, part) => sum + part.#shape.conditions, 0),
    });
  }

  toString(): string {
    return this.expression;
  }

  toJSON(): string {
    return this.expression;
  }
}

function refuseMore(what: string, count: number, limit: number): void {
  if (count > limit) {
    throw new RangeError(
      `The filter has ${count} ${what}; a search takes at most ${limit}. Search in several steps.`,
    );
  }
}
