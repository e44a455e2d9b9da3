import { errorCodeOf, NEVER_CONNECTED } from '../http/call-provider.js';
import { cutOff } from '../http/exchange-deadline.js';
import { isRecord } from '../payload/read-value.js';
import { SendError } from '../send-error.js';

/** The server's reply decides where there is one: 4yz is for now, 5yz is for good (RFC 5321, section 4.2.1). */
export function smtpError(error: unknown, signal: AbortSignal): SendError {
  if (signal.aborted) return cutOff(signal, error);
  const reply = replyOf(error);
  if (reply !== undefined) {
    return new SendError(String(reply.code), reply.text, { retryable: reply.code < 500, cause: error });
  }
  const code = errorCodeOf(error);
  const message =
    isRecord(error) && typeof error.message === 'string'
      ? error.message
      : 'The SMTP server could not be reached.';
  const forGood = OUR_FAULT.has(code);
  return new SendError(forGood ? code.toLowerCase() : 'network_error', message, {
    retryable: !forGood,
    mayHaveBeenSent: !forGood && !NEVER_CONNECTED.has(code),
    cause: error,
  });
}

function replyOf(error: unknown): { code: number; text: string } | undefined {
  if (!isRecord(error) || typeof error.responseCode !== 'number' || error.responseCode < 400)
    return undefined;
  const text =
    typeof error.response === 'string' ? error.response : `The SMTP server answered ${error.responseCode}.`;
  return { code: error.responseCode, text };
}

/** Faults that stay until somebody changes the channel or the message. */
const OUR_FAULT: ReadonlySet<string> = new Set([
  'EAUTH',
  'ECONFIG',
  'EENVELOPE',
  'EMESSAGE',
  'ENOAUTH',
  'ESTREAM',
  'ETLS',
]);
