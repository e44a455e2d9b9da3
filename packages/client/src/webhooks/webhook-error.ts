export type WebhookErrorCode =
  | 'missing_header'
  | 'stale_timestamp'
  | 'wrong_signature'
  | 'parsed_body'
  | 'malformed_body'
  | 'body_too_large';

/** A delivery that must not be trusted, or cannot be read. */
export class WebhookError extends Error {
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }

  override get name(): 'WebhookError' {
    return 'WebhookError';
  }
}
