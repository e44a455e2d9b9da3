import { MalformedPayloadError, type PayloadFault } from '../adapter/malformed-payload-error.js';
import { cleanText, type JsonRecord } from '../payload/read-value.js';

/** Reads the fields of an object and collects what is wrong with them for one error. */
export class BodyReader {
  readonly #faults: PayloadFault[];

  constructor(
    readonly body: JsonRecord,
    private readonly path = '',
    parent?: BodyReader,
  ) {
    this.#faults = parent === undefined ? [] : parent.#faults;
  }

  /** A reader of an object inside this one; its faults are found here. */
  inside(body: JsonRecord, name: string): BodyReader {
    return new BodyReader(body, `${this.path}${name}.`, this);
  }

  allowOnly(names: readonly string[]): void {
    for (const name of Object.keys(this.body).filter((key) => !names.includes(key))) {
      this.fault(name.slice(0, 100), 'unrecognized_keys', `Expected one of ${names.join(', ')}`);
    }
  }

  required(name: string, maxLength: number): string | undefined {
    if (this.body[name] === undefined || this.body[name] === null) {
      this.fault(name, 'invalid_type', 'Required');
      return undefined;
    }
    return this.optional(name, maxLength);
  }

  optional(name: string, maxLength: number): string | undefined {
    const value = this.body[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') {
      this.fault(name, 'invalid_type', 'Expected a string');
      return undefined;
    }
    const text = cleanText(value);
    if (text.trim() === '') {
      this.fault(name, 'too_small', 'Expected at least one character');
      return undefined;
    }
    if (text.length > maxLength) {
      this.fault(name, 'too_big', `Expected at most ${maxLength} characters`);
      return undefined;
    }
    return text;
  }

  fault(name: string, key: PayloadFault['key'], message: string): void {
    if (this.#faults.length < MAX_FAULTS) this.#faults.push({ path: this.path + name, key, message });
  }

  throwFaults(): void {
    if (this.#faults.length > 0) throw new MalformedPayloadError(this.#faults);
  }
}

const MAX_FAULTS = 50;
