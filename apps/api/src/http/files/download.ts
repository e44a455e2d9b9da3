import type { StoredFile } from '@parley/core';
import type { Response } from 'express';
import { sendChunks } from '../response/send-chunks.js';
import { formatFileName } from './format-file-name.js';

/** A response with the bytes of a file, which the client saves under its name. */
export class Download {
  readonly file: StoredFile;

  constructor(file: StoredFile) {
    this.file = file;
  }
}

/** Sends a file with headers that make a browser save the bytes and not guess their type. */
export function sendDownload(response: Response, { file }: Download): Promise<void> {
  const { headers } = response.locals.requestContext;
  headers['Content-Type'] = 'application/octet-stream';
  headers['Content-Length'] = file.size;
  headers['Content-Disposition'] = `attachment; ${formatFileName(file.name)}`;
  headers.ETag = `"${file.checksum}"`;
  return sendChunks(response, 200, file.readChunks());
}
