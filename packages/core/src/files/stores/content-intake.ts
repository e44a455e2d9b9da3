import { createHash } from 'node:crypto';
import { ContentChunk } from './content-chunk.js';
import type { CheckedContent, StoreContext } from './file-store.js';
import { UploadStage } from './stage-upload.js';

export interface ReceivedContent extends CheckedContent {
  readonly size: number;
}

interface Observer {
  /**
   * Called for each chunk as it arrives; it may throw. The first chunks are held in memory until there are enough of
   * them.
   */
  readonly onArrival?: (chunk: Buffer, isHeld: boolean) => void;
  /** Called for all bytes in larger pieces, in their order. Their memory is reused when it returns. */
  readonly onPiece?: (bytes: Buffer) => void;
  /** Called for each chunk when its bytes are no longer needed. */
  readonly onCopied?: (chunk: Buffer) => void;
}

/**
 * Receives bytes in chunks. If there is more than one chunk, the chunks are stored in the database while they arrive.
 */
export class ContentIntake {
  readonly #context: StoreContext;
  readonly #stages: UploadStage[] = [];

  constructor(context: StoreContext) {
    this.#context = context;
  }

  /** Reads the bytes no faster than the database stores them. */
  async receive(
    chunks: AsyncIterable<Buffer>,
    { onArrival, onPiece, onCopied }: Observer = {},
  ): Promise<ReceivedContent> {
    const hash = createHash('sha256');
    const piece = new ContentChunk();
    let stage: UploadStage | undefined;
    let size = 0;
    for await (const chunk of chunks) {
      onArrival?.(chunk, stage === undefined);
      size += chunk.length;
      hash.update(chunk);
      for (let at = 0; at < chunk.length; ) {
        at += piece.add(chunk, at);
        if (!piece.isFull) continue;
        onPiece?.(piece.bytes);
        stage ??= this.#openStage();
        await stage.append(piece.bytes);
        piece.clear();
      }
      onCopied?.(chunk);
    }
    onPiece?.(piece.bytes);
    if (stage !== undefined && piece.bytes.length > 0) await stage.append(piece.bytes);
    return { content: stage?.upload ?? piece.bytes, size, checksum: hash.digest('hex') };
  }

  /**
   * Removes the stored chunks, unless a file was created from them. Maintenance removes what remains if the database is
   * unavailable.
   */
  async discard(): Promise<void> {
    for (const stage of this.#stages.splice(0)) await stage.discard().catch(() => undefined);
  }

  #openStage(): UploadStage {
    const stage = new UploadStage(this.#context);
    this.#stages.push(stage);
    return stage;
  }
}
