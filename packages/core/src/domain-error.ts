/** A violated rule of the domain: a stable code, and the details that the caller needs. */
export class DomainError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly details: ErrorDetails<Code>;

  constructor(code: Code, ...[details]: DetailsArgument<Code>) {
    super(code);
    this.name = 'DomainError';
    this.code = code;
    // The argument is missing exactly for the codes whose details are undefined.
    this.details = details as ErrorDetails<Code>;
  }
}

export type NotFoundResource =
  | 'api_webhook'
  | 'attribute'
  | 'automation'
  | 'automation_run'
  | 'campaign'
  | 'channel'
  | 'chat'
  | 'contact'
  | 'contact_export'
  | 'delivery'
  | 'erasure'
  | 'file'
  | 'label'
  | 'message'
  | 'message_template'
  | 'segment'
  | 'team'
  | 'user';

/** A limit of the workspace that a request would exceed. */
export type LimitCode =
  | 'attributes_limit_reached'
  | 'automations_limit_reached'
  | 'channels_limit_reached'
  | 'concurrent_searches_limit_reached'
  | 'contacts_per_call_limit_reached'
  | 'event_streams_limit_reached'
  | 'inbound_messages_limit_reached'
  | 'segments_limit_reached'
  | 'stored_bytes_limit_reached'
  | 'teams_limit_reached'
  | 'users_limit_reached'
  | 'waiting_jobs_limit_reached'
  | 'webhooks_limit_reached';

export type ErrorCode =
  | 'api_webhook_not_active'
  | 'automation_not_active'
  | 'automation_run_finished'
  | 'campaign_state_conflict'
  | 'event_erased'
  | 'file_url_expired'
  | 'forbidden'
  | 'handle_in_use'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'invalid_body_params'
  | 'last_handle'
  | 'message_not_cancelable'
  | 'message_not_reactable'
  | 'message_template_in_review'
  | 'reactions_not_supported'
  | 'reply_window_closed'
  | 'search_too_expensive'
  | 'segment_in_use'
  | LimitCode
  | `${NotFoundResource}_not_found`;

/** Why one parameter was rejected; the keys follow the issue codes of Zod 3. */
export interface InvalidParam {
  readonly key: InvalidParamKey;
  readonly message: string;
}

export type InvalidParamKey =
  | 'invalid_type'
  | 'invalid_string'
  | 'invalid_enum_value'
  | 'invalid_date'
  | 'too_small'
  | 'too_big'
  | 'unrecognized_keys'
  | 'not_found'
  | 'not_unique'
  | 'invalid_json';

/** Invalid parameters by their dotted path. */
export type InvalidParams = Readonly<Record<string, InvalidParam>>;

export type ErrorDetails<Code extends ErrorCode> = Code extends 'invalid_body_params'
  ? { readonly invalidParams: InvalidParams }
  : Code extends LimitCode
    ? LimitDetails
    : Code extends 'search_too_expensive'
      ? { readonly timeoutMs: number; readonly detail: string }
      : Code extends 'forbidden'
        ? ScopeDetails
        : undefined;

interface LimitDetails {
  /** The name of the limit, as the workspace shows it. */
  readonly limit: string;
  readonly maximum: number;
  readonly detail: string;
}

/** A scope that the caller lacks for something that a request refers to. */
interface ScopeDetails {
  readonly reason: 'scope_missing';
  /** All missing scopes, separated by spaces. */
  readonly requiredScope: string;
  readonly detail: string;
}

type DetailsArgument<Code extends ErrorCode> =
  ErrorDetails<Code> extends undefined ? [] : [details: ErrorDetails<Code>];

export function notFound(resource: NotFoundResource): DomainError {
  return new DomainError(`${resource}_not_found`);
}

export function invalidParam(path: string, key: InvalidParamKey, message: string): DomainError {
  return new DomainError('invalid_body_params', { invalidParams: { [path]: { key, message } } });
}

/**
 * Returns the invalid parameters that the work throws, for work that only checks. A record that is not found is not an
 * invalid parameter.
 */
export async function collectInvalidParams(work: () => unknown): Promise<InvalidParams> {
  try {
    await work();
    return {};
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.details && 'invalidParams' in error.details ? error.details.invalidParams : {};
  }
}
