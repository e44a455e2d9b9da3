/** Reads variables one by one and gathers what is wrong with them. */
export class EnvReader {
  readonly #env: NodeJS.ProcessEnv;
  readonly #faults: string[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** An empty variable is one that is not set: many tools can only set it to nothing. */
  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined;
  }

  integer(name: string, { min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    return this.addFault(name, `must be a whole number ${range}, not "${text}"`);
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const chosen = choices.find((choice) => choice === text);
    return chosen ?? this.addFault(name, `must be one of ${choices.join(', ')}, not "${text}"`);
  }

  date(name: string): Date | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const date = new Date(text);
    if (/^\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:\d{2})$/.test(text) && !Number.isNaN(date.getTime()))
      return date;
    return this.addFault(name, `must be a moment like 2027-01-31T23:59:59Z, not "${text}"`);
  }

  /** The value itself is not shown: a database URL holds a password. */
  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
    return this.addFault(
      name,
      `must be a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    );
  }

  list(name: string, isValid: (item: string) => boolean, expected: string): readonly string[] | undefined {
    const items = this.text(name)
      ?.split(',')
      .map((item) => item.trim());
    return items?.every(isValid) === false ? this.addFault(name, `must be ${expected}`) : items;
  }

  addFault(name: string, expectation: string): undefined {
    this.#faults.push(`${name} ${expectation}`);
    return undefined;
  }

  refuseIfFaulty(): void {
    if (this.#faults.length > 0) throw new Error(`Bad configuration: ${this.#faults.join('; ')}.`);
  }
}
