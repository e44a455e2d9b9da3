import type { Readable } from 'node:stream';
import { ContentIntake, type Context, fileChunkBytes, requireRoomForBytes } from '@parley/core';
import { freeBytes } from '../limits/free-bytes.js';
import { HttpError } from '../response/http-error.js';
import { ContentTypeDetector } from './content-type-detector.js';
import { UploadedFile } from './uploaded-file.js';

interface IncomingFile {
  readonly stream: Readable;
  readonly name: string | undefined;
  readonly limitBytes: number;
  /** Called with the number of bytes that arrived and do not stay in memory. */
  readonly onPassed: (bytes: number) => void;
}

/** Receives the files of one request. */
export class FileIntake {
  readonly #context: Context;
  readonly #intake: ContentIntake;

  constructor(context: Context) {
    this.#context = context;
    this.#intake = new ContentIntake(context);
  }

  /**
   * Throws when the workspace has no room for a file of at least this size, before a byte of it is stored. A file within
   * one chunk is stored only after it has been checked.
   */
  async expect(leastBytes: number): Promise<void> {
    if (leastBytes <= fileChunkBytes) return;
    await requireRoomForBytes(this.#context.database, this.#context, leastBytes);
  }

  /** Throws `payload_too_large` as soon as the limit is exceeded. */
  async receive({ stream, name, limitBytes, onPassed }: IncomingFile): Promise<UploadedFile> {
    const detector = new ContentTypeDetector();
    let size = 0;
    const { content, checksum } = await this.#intake.receive(stream, {
      onArrival: (chunk, isHeld) => {
        size += chunk.length;
        if (size > limitBytes) throw new HttpError('payload_too_large');
        if (!isHeld) onPassed(chunk.length);
      },
      onPiece: (bytes) => detector.update(bytes),
      onCopied: freeBytes,
    });
    return new UploadedFile({ name, contentType: await detector.detect(), checksum, content });
  }

  /** Removes the stored bytes from which no file was created. */
  discard(): Promise<void> {
    return this.#intake.discard();
  }
}
