import { isObject } from '../is-object.js';

export interface Circumstances {
  /** Which operation, as `GET /chats/{chatId}`. */
  readonly operation: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** The `X-Request-Id` of the last try, to be quoted when asking for help. */
  readonly requestId?: string | undefined;
  /** The HTTP status, when there was a response. */
  readonly status?: number;
}

/** A call that did not succeed. Every failure is one, except the abort that you asked for yourself. */
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

  /** By mark and name, so that it holds also in a program that has the package twice, as ESM and as CommonJS. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: each class that inherits this asks for its own name.
    const { name } = this.prototype;
    return isObject(value) && brand in value && (name === 'Error' || value.name === name);
  }

  /** An error shows neither its name nor its message to `JSON.stringify` by itself. */
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
