export interface HeadBounds {
  readonly headBytes: number;
  readonly headLines: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

/**
 * Follows the header fields of a mail and of its parts, so that each head can be bounded. Messages within a mail become
 * attachments, which are not parsed.
 */
export class MailHeads {
  readonly #mime: Buffer;
  readonly #bounds: HeadBounds;
  #start = 0;
  #lines = 0;
  #isOpen = true;

  constructor(mime: Buffer, bounds: HeadBounds) {
    this.#mime = mime;
    this.#bounds = bounds;
  }

  /** Begins the head of a part, after the line that separates it from the part before. */
  beginPart(start: number): void {
    this.#start = start;
    this.#lines = 0;
    this.#isOpen = true;
  }

  /** Reads the next line; returns whether it makes a head too long. */
  isExceededBy({ start, end }: Line): boolean {
    if (!this.#isOpen) return false;
    if (end === start || (end === start + 1 && this.#mime[start] === CARRIAGE_RETURN)) {
      this.#isOpen = false;
      return false;
    }
    this.#lines += 1;
    const { headBytes, headLines } = this.#bounds;
    return end - this.#start > headBytes || this.#lines > headLines;
  }
}

const CARRIAGE_RETURN = 0x0d;
