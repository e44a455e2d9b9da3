import { randomUUID } from 'node:crypto';

const sane = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own id when it is harmless in headers and logs, otherwise a new one. */
export function makeRequestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && sane.test(sent) ? sent : `req_${randomUUID().replaceAll('-', '')}`;
}
