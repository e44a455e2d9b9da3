import { fileChunkBytes } from './file-store.js';

const leastBytes = 4_096;

/** Collects bytes up to the size of a stored chunk. All chunks of a file use the same memory, one after the other. */
export class ContentChunk {
  #memory = Buffer.alloc(0);
  #used = 0;

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#used);
  }

  get isFull(): boolean {
    return this.#used === fileChunkBytes;
  }

  /** Copies as many of the bytes from position `at` as there is room for, and returns their number. */
  add(bytes: Buffer, at: number): number {
    this.#grow(this.#used + bytes.length - at);
    const copied = bytes.copy(this.#memory, this.#used, at);
    this.#used += copied;
    return copied;
  }

  clear(): void {
    this.#used = 0;
  }

  /** Most files are small, so the memory doubles as needed. */
  #grow(needed: number): void {
    if (needed <= this.#memory.length || this.#memory.length === fileChunkBytes) return;
    const doubled = Math.max(leastBytes, 2 * this.#memory.length, needed);
    const memory = Buffer.allocUnsafeSlow(Math.min(fileChunkBytes, doubled));
    this.#memory.copy(memory);
    this.#memory = memory;
  }
}
