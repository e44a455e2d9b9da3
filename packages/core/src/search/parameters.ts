/** The values of a statement, in the order of its placeholders. */
export class Parameters {
  readonly values: unknown[] = [];

  /** Keeps the value and gives the placeholder to write in its place. */
  add(value: unknown, type: string): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
