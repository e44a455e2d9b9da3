import type { Response } from 'express';
import { formatFileName } from './format-file-name.js';

/** An answer that is not JSON but the bytes of a file, to be saved under a name. */
export class Download {
  readonly bytes: Buffer;
  readonly name: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;

  constructor({ bytes, name, checksum }: { bytes: Buffer; name: string; checksum: string }) {
    this.bytes = bytes;
    this.name = name;
    this.checksum = checksum;
  }
}

/** Whatever the bytes are, a browser saves them and does not look for a type of its own. */
export function answerDownload(response: Response, { bytes, name, checksum }: Download): void {
  const { headers } = response.locals.exchange;
  headers['Content-Type'] = 'application/octet-stream';
  headers['Content-Length'] = bytes.length;
  headers['Content-Disposition'] = `attachment; ${formatFileName(name)}`;
  headers.ETag = `"${checksum}"`;
  response.writeHead(200, headers).end(bytes);
}
