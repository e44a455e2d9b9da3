import { isUtf8 } from 'node:buffer';

/**
 * Checks whether bytes are UTF-8 text, while they arrive. Decoding the bytes instead would create a string for each
 * chunk.
 */
export class Utf8Check {
  #isText = true;
  /** The beginning of a character whose end has not arrived. */
  #incomplete = Buffer.alloc(0);

  update(bytes: Buffer): void {
    if (!this.#isText) return;
    const text = this.#incomplete.length > 0 ? Buffer.concat([this.#incomplete, bytes]) : bytes;
    const end = endOfCompleteCharacters(text);
    this.#isText = !text.includes(0) && isUtf8(text.subarray(0, end));
    this.#incomplete = Buffer.from(text.subarray(end));
  }

  /** Whether everything so far is text and ends with a complete character. */
  get isText(): boolean {
    return this.#isText && this.#incomplete.length === 0;
  }
}

/**
 * Returns where the last complete character ends. A character has up to four bytes, and its first byte determines the
 * number (RFC 3629, section 3).
 */
function endOfCompleteCharacters(text: Buffer): number {
  for (let length = 1; length <= Math.min(3, text.length); length += 1) {
    const byte = text[text.length - length] ?? 0;
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (!isContinuation) return lengthOfCharacter(byte) > length ? text.length - length : text.length;
  }
  return text.length;
}

function lengthOfCharacter(firstByte: number): number {
  if (firstByte < 0xc0) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}
