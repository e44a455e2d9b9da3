import { hasProperties } from '../has-properties.js';

export interface Circumstances {
  /** The operation, such as `GET /chats/{chatId}`. */
  readonly operation: string;
  /** The number of attempts. */
  readonly attempts: number;
  /** The `X-Request-Id` of the last attempt. Quote it when you ask for help. */
  readonly requestId?: string | undefined;
  /** The HTTP status, when there was a response. */
  readonly status?: number;
}

/** The error of every failed call, except of one that you aborted yourself. */
export abstract class ParleyError extends Error {
  readonly operation: string;
  readonly attempts: number;
  readonly requestId: string | undefined;
  /** The HTTP status, when there was a response. */
  readonly status: number | undefined;

  constructor(what: string, circumstances: Circumstances, options?: ErrorOptions) {
    super(`${circumstances.operation} ${what}${describe(circumstances)}`, options);
    this.operation = circumstances.operation;
    this.attempts = circumstances.attempts;
    this.requestId = circumstances.requestId;
    this.status = circumstances.status;
    Object.defineProperty(this, brand, { value: true });
  }

  /** Compares brand and name, so that `instanceof` also works in a program that loads the package as ESM and as CommonJS. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: each subclass compares with its own name.
    const { name } = this.prototype;
    return hasProperties(value) && brand in value && (name === 'Error' || value.name === name);
  }

  /** By default `JSON.stringify` shows neither the name nor the message of an error. */
  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

const brand = Symbol.for('@parley/client error');

function describe({ attempts, requestId }: Circumstances): string {
  const parts = [attempts > 1 && `tried ${attempts} times`, requestId && `request ${requestId}`];
  const text = parts.filter(Boolean).join(', ');
  return text && ` (${text})`;
}
