/** The values of a statement, in the order of its placeholders. */
export class Parameters {
  readonly values: unknown[];

  /** Copies the values of another statement, so that adding further ones does not change it. */
  constructor(values: readonly unknown[] = []) {
    this.values = [...values];
  }

  /** Adds a value and returns its placeholder. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
