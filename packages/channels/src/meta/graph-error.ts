import type { ProviderError } from '../http/refused-response.js';
import { isRecord, readId, readRecord, readText } from '../payload/read-value.js';

/** Returns the error object of the Graph API; the details say more than the message, which is often only a title. */
export function graphError(body: unknown): ProviderError | undefined {
  const error = readRecord(body, 'error');
  if (error === undefined) return undefined;
  const code = readId(error, 'code') ?? 'unknown';
  const message = readText(error, 'message') ?? 'The Graph API returned no message.';
  const details = readText(readRecord(error, 'error_data'), 'details');
  return {
    code,
    message: details === undefined ? message : `${message}: ${details}`,
    temporary: TEMPORARY_CODES.has(code) || (isRecord(error) && error.is_transient === true),
  };
}

/** Throttling and outages, as the error references of the Graph API and of the WhatsApp Cloud API name them. */
const TEMPORARY_CODES: ReadonlySet<string> = new Set([
  '1', // unknown, possibly down
  '2', // service temporarily unavailable
  '4', // too many calls by the app
  '17', // too many calls by the user
  '32', // too many calls for the page
  '613', // custom rate limit
  '80002', // business rate limit, Instagram
  '80006', // business rate limit, messaging
  '80007', // business rate limit, WhatsApp
  '80008', // business rate limit, management of WhatsApp
  '130429', // throughput of the phone number
  '131000', // something went wrong
  '131016', // service overloaded
  '131056', // too many messages to one recipient
  '131057', // account in maintenance
  '133004', // server temporarily unavailable
]);
