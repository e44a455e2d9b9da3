import type { StoredFile } from '@parley/core';
import type { Response } from 'express';
import { sendChunks } from '../response/send-chunks.js';
import { formatFileName } from './format-file-name.js';

/** An answer that is not JSON but the bytes of a file, to be saved under its name. */
export class Download {
  readonly file: StoredFile;

  constructor(file: StoredFile) {
    this.file = file;
  }
}

/** Whatever the bytes are, a browser saves them and does not look for a type of its own. */
export function sendDownload(response: Response, { file }: Download): Promise<void> {
  const { headers } = response.locals.requestContext;
  headers['Content-Type'] = 'application/octet-stream';
  headers['Content-Length'] = file.size;
  headers['Content-Disposition'] = `attachment; ${formatFileName(file.name)}`;
  headers.ETag = `"${file.checksum}"`;
  return sendChunks(response, 200, file.readPortions());
}
