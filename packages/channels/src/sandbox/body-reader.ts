import { MalformedPayloadError, type PayloadError } from '../adapter/malformed-payload-error.js';
import { cleanText, type JsonRecord } from '../payload/read-value.js';

/** Reads the fields of an object and collects all validation errors. */
export class BodyReader {
  readonly body: JsonRecord;
  readonly #path: string;
  readonly #errors: PayloadError[];

  constructor(body: JsonRecord, path = '', parent?: BodyReader) {
    this.body = body;
    this.#path = path;
    this.#errors = parent === undefined ? [] : parent.#errors;
  }

  /** Returns a reader of an object inside this one; its errors are collected here. */
  inside(body: JsonRecord, name: string): BodyReader {
    return new BodyReader(body, `${this.#path}${name}.`, this);
  }

  allowOnly(names: readonly string[]): void {
    for (const name of Object.keys(this.body).filter((key) => !names.includes(key))) {
      this.addError(name.slice(0, 100), 'unrecognized_keys', `Expected one of ${names.join(', ')}`);
    }
  }

  required(name: string, maxLength: number): string | undefined {
    if (this.body[name] === undefined || this.body[name] === null) {
      this.addError(name, 'invalid_type', 'Required');
      return undefined;
    }
    return this.optional(name, maxLength);
  }

  optional(name: string, maxLength: number): string | undefined {
    const value = this.body[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string') {
      this.addError(name, 'invalid_type', 'Expected a string');
      return undefined;
    }
    const text = cleanText(value);
    if (text.trim() === '') {
      this.addError(name, 'too_small', 'Expected at least one character');
      return undefined;
    }
    if (text.length > maxLength) {
      this.addError(name, 'too_big', `Expected at most ${maxLength} characters`);
      return undefined;
    }
    return text;
  }

  addError(name: string, key: PayloadError['key'], message: string): void {
    if (this.#errors.length < MAX_ERRORS) this.#errors.push({ path: this.#path + name, key, message });
  }

  throwErrors(): void {
    if (this.#errors.length > 0) throw new MalformedPayloadError(this.#errors);
  }
}

const MAX_ERRORS = 50;
