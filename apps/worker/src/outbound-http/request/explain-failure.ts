import { type FailureReason, RequestError } from '../outcome/request-outcome.js';

export interface ExplainedFailure {
  readonly reason: FailureReason;
  readonly message: string;
}

/** Returns the reason for an error of undici, a socket or TLS; `undefined` for an internal error. */
export function explainFailure(error: unknown): ExplainedFailure | undefined {
  if (error instanceof RequestError) return { reason: error.reason, message: error.message };
  const code = codeOf(error);
  const found = explanations.find(({ codes }) => codes.test(code));
  return found && { reason: found.reason, message: `${found.message} (${code}).` };
}

const explanations: readonly { codes: RegExp; reason: FailureReason; message: string }[] = [
  {
    codes: /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/,
    reason: 'timeout',
    message: 'The connection was not established in time',
  },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    reason: 'too_large',
    message: 'The headers of the response are larger than 16 KiB',
  },
  {
    codes: /^HPE_/,
    reason: 'protocol',
    message: 'The response is not valid HTTP/1.1',
  },
  {
    codes:
      /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERROR_IN_CERT)/,
    reason: 'tls',
    message: 'A secure connection could not be established',
  },
  { codes: /^UND_ERR_(SOCKET|INFO)$/, reason: 'connection', message: 'The receiver closed the connection' },
  { codes: /^UND_ERR_(CLOSED|DESTROYED)$/, reason: 'aborted', message: 'The sender is stopping' },
  { codes: /^UND_ERR_ABORTED$/, reason: 'aborted', message: 'The attempt was aborted' },
  { codes: /^E[A-Z0-9]+$/, reason: 'connection', message: 'The connection failed' },
];

/** `instanceof Error` does not work here, because errors of the operating system may come from another realm. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The errors of undici's parser have no code.
  return 'name' in error && error.name === 'HTTPParserError' ? 'HPE_INVALID' : '';
}
