import { randomBytes } from 'node:crypto';

const safe = /^[A-Za-z0-9._:-]{1,128}$/;

/** A random prefix per process, followed by the number of the request, is much cheaper than a UUID per request. */
const processPart = randomBytes(12).toString('hex');
let lastNumber = 0;

/** Returns the caller's own id when it is safe in headers and logs, otherwise a new one. */
export function createRequestId(sent: string | string[] | undefined): string {
  if (typeof sent === 'string' && safe.test(sent)) return sent;
  lastNumber += 1;
  return `req_${processPart}_${lastNumber.toString(36)}`;
}
