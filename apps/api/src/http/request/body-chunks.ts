import { freeBytes } from '../limits/free-bytes.js';

/** A chunk is large enough that a mail of 25 MB has few chunks, and small enough for one turn of the event loop. */
export const bodyChunkBytes = 64 * 1024;
const minChunkBytes = 1_024;

/**
 * The bytes of a body in the order in which they arrived. Each buffer takes about 100 bytes more than its content, so a
 * body that is sent byte by byte is copied to larger chunks. A chunk is as large as what has arrived, so that thousands
 * of bodies that stop after a few bytes take little memory. Most bodies arrive in one buffer, which is kept as it is.
 */
export class BodyChunks {
  readonly #chunks: Buffer[] = [];
  /** How much of the last chunk is used. */
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The caller must not use the bytes afterwards. */
  add(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#chunks.length === 0) {
      this.#chunks.push(bytes);
      this.#used = bytes.length;
      return;
    }
    for (let at = 0; at < bytes.length; ) {
      const chunk = this.#lastWithRoom();
      const copied = bytes.copy(chunk, this.#used, at);
      this.#used += copied;
      at += copied;
    }
    freeBytes(bytes);
  }

  /** Frees the memory of all bytes. */
  clear(): void {
    for (const chunk of this.#chunks.splice(0)) freeBytes(chunk);
  }

  toArray(): readonly Buffer[] {
    return this.#chunks.map((chunk, index) =>
      index === this.#chunks.length - 1 ? chunk.subarray(0, this.#used) : chunk,
    );
  }

  /** All bytes in one buffer. The memory of the chunks is freed, so they cannot be read afterwards. */
  join(): Buffer {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first) return first;
    const joined = Buffer.concat(this.toArray(), this.#size);
    this.clear();
    return joined;
  }

  #lastWithRoom(): Buffer {
    const last = this.#chunks.at(-1);
    if (last && this.#used < last.length) return last;
    const chunk = Buffer.allocUnsafeSlow(Math.min(Math.max(this.#size, minChunkBytes), bodyChunkBytes));
    this.#chunks.push(chunk);
    this.#used = 0;
    return chunk;
  }
}
