import { createHash } from 'node:crypto';
import { type CheckedContent, fileChunkBytes, type StoreContext } from './file-store.js';
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
  /** Called for all bytes in larger pieces, in their order. */
  readonly onPiece?: (bytes: Buffer) => void;
}

/** Receives bytes in chunks. Those of a content larger than one chunk are stored in the database while they arrive. */
export class ContentIntake {
  readonly #context: StoreContext;
  readonly #stages: UploadStage[] = [];

  constructor(context: StoreContext) {
    this.#context = context;
  }

  /** Reads no faster than the database stores. */
  async receive(
    chunks: AsyncIterable<Buffer>,
    { onArrival, onPiece }: Observer = {},
  ): Promise<ReceivedContent> {
    const hash = createHash('sha256');
    let stage: UploadStage | undefined;
    let waiting: Buffer[] = [];
    let waitingBytes = 0;
    let size = 0;
    const take = () => {
      const bytes = Buffer.concat(waiting);
      onPiece?.(bytes);
      waiting = [];
      waitingBytes = 0;
      return bytes;
    };
    for await (const chunk of chunks) {
      onArrival?.(chunk, stage === undefined);
      size += chunk.length;
      hash.update(chunk);
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes < fileChunkBytes) continue;
      stage ??= this.#openStage();
      await stage.append(take());
    }
    const rest = take();
    if (stage !== undefined && rest.length > 0) await stage.append(rest);
    return { content: stage?.upload ?? rest, size, checksum: hash.digest('hex') };
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
