import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type Context, fileChunkBytes, requireRoomForBytes, UploadStage } from '@parley/core';
import type { BodyShare } from '../limits/body-budget.js';
import { HttpError } from '../response/http-error.js';
import { ContentTypeDetector } from './content-type-detector.js';
import { UploadedFile } from './uploaded-file.js';

interface IncomingFile {
  readonly stream: Readable;
  readonly name: string | undefined;
  readonly limitBytes: number;
}

/** Receives the files of one request. A file larger than one chunk is stored in the database while it arrives. */
export class FileIntake {
  readonly #context: Context;
  readonly #share: BodyShare;
  readonly #stages: UploadStage[] = [];

  constructor(context: Context, share: BodyShare) {
    this.#context = context;
    this.#share = share;
  }

  /**
   * Throws when the workspace has no room for a file of at least this size, before a byte of it is stored. A file within
   * one chunk is stored only after it has been checked.
   */
  async expect(leastBytes: number): Promise<void> {
    if (leastBytes <= fileChunkBytes) return;
    await requireRoomForBytes(this.#context.database, this.#context, leastBytes);
  }

  /** Reads no faster than the database stores. Throws `payload_too_large` as soon as the limit is exceeded. */
  async receive({ stream, name, limitBytes }: IncomingFile): Promise<UploadedFile> {
    const hash = createHash('sha256');
    const detector = new ContentTypeDetector();
    let stage: UploadStage | undefined;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    let size = 0;
    const take = () => {
      const bytes = Buffer.concat(waiting);
      detector.update(bytes);
      waiting = [];
      waitingBytes = 0;
      return bytes;
    };
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limitBytes) throw new HttpError('payload_too_large');
      if (stage === undefined) this.#share.hold(chunk.length);
      hash.update(chunk);
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes < fileChunkBytes) continue;
      stage ??= this.#openStage();
      await stage.append(take());
    }
    const rest = take();
    if (stage !== undefined && rest.length > 0) await stage.append(rest);
    const facts = { name, contentType: await detector.detect(), checksum: hash.digest('hex') };
    return new UploadedFile({ ...facts, content: stage?.upload ?? rest });
  }

  /** Removes chunks that did not become a file. Maintenance removes what remains if the database is unavailable. */
  async discard(): Promise<void> {
    for (const stage of this.#stages.splice(0)) await stage.discard().catch(() => undefined);
  }

  #openStage(): UploadStage {
    const stage = new UploadStage(this.#context);
    this.#stages.push(stage);
    return stage;
  }
}
