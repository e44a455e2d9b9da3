import { type FailureReason, RequestError } from '../outcome/request-outcome.js';

export interface ExplainedFailure {
  readonly reason: FailureReason;
  readonly message: string;
}

/** Turns an error of undici, a socket or TLS into a reason; `undefined` for an error of our own. */
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
    message: 'The headers of the answer are larger than 16 KiB',
  },
  {
    codes: /^HPE_/,
    reason: 'protocol',
    message: 'The answer is not valid HTTP/1.1',
  },
  {
    codes:
      /^(ERR_TLS|ERR_SSL|EPROTO$|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|ERROR_IN_CERT)/,
    reason: 'tls',
    message: 'A secure connection could not be established',
  },
  { codes: /^UND_ERR_(SOCKET|INFO)$/, reason: 'connection', message: 'The receiver closed the connection' },
  { codes: /^UND_ERR_(CLOSED|DESTROYED)$/, reason: 'aborted', message: 'The sender is stopping' },
  { codes: /^UND_ERR_ABORTED$/, reason: 'aborted', message: 'The attempt was given up' },
  { codes: /^E[A-Z0-9]+$/, reason: 'connection', message: 'The connection failed' },
];

/** Not by `instanceof Error`, since errors of the operating system come from outside a module's realm. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // The errors of undici's parser have no code.
  return 'name' in error && error.name === 'HTTPParserError' ? 'HPE_INVALID' : '';
}
