import type { InvalidParam } from '@parley/contract/v3';
import type { MessageKey } from '../operations/message-key.js';
import type { Detail } from '../operations/refusal.js';
import { type Circumstances, ParleyError } from './parley-error.js';

/**
 * The service refused the request. The type is a union over the keys, so that comparing `messageKey` narrows the rest:
 * `invalidParams` is present with `invalid_body_params`. A newer service may have further keys, so keep a default branch.
 */
export type ApiError<Key extends string = MessageKey> = Key extends string ? ApiErrorOf<Key> : never;

export interface ApiErrorOf<Key extends string> extends ParleyError {
  readonly name: 'ApiError';
  readonly status: number;
  /** The stable key of the error, for programs. */
  readonly messageKey: Key;
  /** With `invalid_body_params`, every invalid parameter by its dotted path. */
  readonly invalidParams: Key extends 'invalid_body_params' ? InvalidParams : undefined;
  /** With 401, 402 and 403, what exactly is missing or wrong, such as `token_expired`. */
  readonly reason: Detail<Key, 'reason'>;
  /** With 401, 402 and 403, the reason and what to do about it, for a person. */
  readonly detail: Detail<Key, 'detail'>;
  /** With `forbidden`, the scopes that the token lacks, separated by spaces. */
  readonly requiredScope: Detail<Key, 'requiredScope'>;
  /** With `insufficient_billing_plan`, the feature that the plan lacks. */
  readonly requiredFeature: Detail<Key, 'requiredFeature'>;
  /** With `contact_not_found`, the contact into which the requested one was merged, if it was merged. */
  readonly mergedInto: Detail<Key, 'mergedInto'>;
  /** Seconds after which a retry makes sense, when the service has sent them. */
  readonly retryAfter: number | undefined;
}

export type InvalidParams = Readonly<Record<string, InvalidParam>>;

/** The error in the body of a failure. */
export interface FailureBody {
  readonly messageKey: string;
  readonly message: string;
  readonly invalidParams?: InvalidParams;
  readonly reason?: string;
  readonly detail?: string;
  readonly requiredScope?: string;
  readonly requiredFeature?: string;
  readonly mergedInto?: string;
}

export interface Refusal extends Circumstances {
  readonly status: number;
  readonly retryAfter: number | undefined;
}

class ApiFailure extends ParleyError {
  readonly messageKey: string;
  readonly invalidParams: InvalidParams | undefined;
  readonly reason: string | undefined;
  readonly detail: string | undefined;
  readonly requiredScope: string | undefined;
  readonly requiredFeature: string | undefined;
  readonly mergedInto: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(body: FailureBody, refusal: Refusal) {
    super(`failed with ${refusal.status} ${body.messageKey}: ${explain(body)}`, refusal);
    this.messageKey = body.messageKey;
    this.invalidParams =
      body.messageKey === 'invalid_body_params' ? (body.invalidParams ?? {}) : body.invalidParams;
    this.reason = body.reason;
    this.detail = body.detail;
    this.requiredScope = body.requiredScope;
    this.requiredFeature = body.requiredFeature;
    this.mergedInto = body.mergedInto;
    this.retryAfter = refusal.retryAfter;
  }

  override get name(): 'ApiError' {
    return 'ApiError';
  }
}

interface ApiErrorClass {
  new (body: FailureBody, refusal: Refusal): ApiError;
  readonly prototype: ApiError;
}

// The class knows its key only at run time, and the type at compile time; this line connects the two.
export const ApiError = ApiFailure as unknown as ApiErrorClass;

/** Whether the error is an `ApiError`, and has one of the keys if any are passed. */
export function isApiError<Key extends MessageKey = MessageKey>(
  error: unknown,
  ...keys: readonly Key[]
): error is ApiError<Key> {
  return error instanceof ApiFailure && (keys.length === 0 || keys.some((key) => key === error.messageKey));
}

function explain({ message, detail, invalidParams = {} }: FailureBody): string {
  const errors = Object.entries(invalidParams).map(([name, { message: text }]) => `${name}: ${text}`);
  return [message, detail, ...errors].filter(Boolean).join('; ');
}
