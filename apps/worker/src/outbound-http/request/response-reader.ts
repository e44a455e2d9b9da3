const maxBytesRead = 64 * 1024;
const maxBytesKept = 4 * 1024;

/** Collects the beginning of a response body, or all of it that is read. */
export class ResponseReader {
  readonly #maxBytesKept: number;
  #bytesRead = 0;
  #bytesKept = 0;
  readonly #kept: Buffer[] = [];

  constructor({ keepsAll = false }: { keepsAll?: boolean } = {}) {
    this.#maxBytesKept = keepsAll ? maxBytesRead : maxBytesKept;
  }

  /** Whether a part of the body was not kept. */
  get isTruncated(): boolean {
    return this.#bytesRead > this.#bytesKept || this.#bytesRead >= maxBytesRead;
  }

  /** Returns false when no more of the response may be read. */
  append(chunk: Buffer): boolean {
    this.#bytesRead += chunk.length;
    if (this.#bytesKept < this.#maxBytesKept) {
      const part = chunk.subarray(0, this.#maxBytesKept - this.#bytesKept);
      this.#kept.push(part);
      this.#bytesKept += part.length;
    }
    return this.#bytesRead < maxBytesRead;
  }

  /** PostgreSQL text accepts neither invalid UTF-8 nor NUL. */
  text(): string {
    // A character that our limit splits is left out rather than replaced.
    const isTruncated = this.#bytesRead > this.#bytesKept;
    return new TextDecoder().decode(Buffer.concat(this.#kept), { stream: isTruncated }).replaceAll('\0', '');
  }
}
