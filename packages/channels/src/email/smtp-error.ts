import { SendError } from '../adapter/send-error.js';
import { errorCodeOf, NEVER_CONNECTED } from '../http/call-provider.js';
import { interruptedExchange } from '../http/exchange-deadline.js';
import { cleanText, isRecord } from '../payload/read-value.js';

/**
 * If the server has replied, its code shows whether the error is temporary (4yz) or permanent (5yz; RFC 5321, section
 * 4.2.1).
 */
export function smtpError(error: unknown, signal: AbortSignal): SendError {
  if (signal.aborted) return interruptedExchange(signal, error);
  const reply = replyOf(error);
  if (reply !== undefined) {
    const isOfChannel = REFUSED_CREDENTIALS.has(reply.code);
    const retryable = reply.code < 500;
    return new SendError(String(reply.code), reply.text, { retryable, isOfChannel, cause: error });
  }
  const code = originalCodeOf(error);
  const message = (isRecord(error) && readLine(error.message)) || UNREACHABLE;
  const isPermanent = PERMANENT_CODES.has(code);
  return new SendError(isPermanent ? code.toLowerCase() : 'network_error', message, {
    retryable: !isPermanent,
    mayHaveBeenSent: !isPermanent && !NEVER_CONNECTED.has(code) && !BEFORE_THE_MAIL.test(code),
    cause: error,
  });
}

/** Nodemailer overwrites the code of the socket with its own. */
function originalCodeOf(error: unknown): string {
  const original = isRecord(error) ? error.originalCode : undefined;
  return typeof original === 'string' ? original : errorCodeOf(error);
}

function replyOf(error: unknown): { code: number; text: string } | undefined {
  if (!isRecord(error) || typeof error.responseCode !== 'number' || error.responseCode < 400)
    return undefined;
  const text = readLine(error.response) ?? `The SMTP server responded with ${error.responseCode}.`;
  return { code: error.responseCode, text };
}

/** The text of the server is stored with the message, where null characters are not allowed, and is shown to people. */
function readLine(value: unknown): string | undefined {
  return typeof value === 'string' ? cleanText(value.slice(0, MAX_REASON_LENGTH)) : undefined;
}

const MAX_REASON_LENGTH = 1_000;
const UNREACHABLE = 'The SMTP server could not be reached.';

/** Authentication is required, or the credentials are invalid (RFC 4954, section 6). */
const REFUSED_CREDENTIALS: ReadonlySet<number> = new Set([530, 534, 535]);

/** A failed TLS handshake: the certificate is not trusted, or the server closed the connection. */
const BEFORE_THE_MAIL = /^ETLS$|CERT|^UNABLE_TO_VERIFY|^ERR_TLS|^ERR_SSL/;

/** Errors that remain until the channel or the message is changed. */
const PERMANENT_CODES: ReadonlySet<string> = new Set([
  'EAUTH',
  'ECONFIG',
  'EENVELOPE',
  'EMESSAGE',
  'ENOAUTH',
  'ESTREAM',
]);
