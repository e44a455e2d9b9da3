/** Messages are written one after the other into pieces of memory of this size. */
const pieceBytes = 65_536;

/**
 * Writes messages in the wire format of Protocol Buffers. The length of a part is written after its content, because only then
 * it is known; almost all lengths need the one byte that was left for them.
 */
export class ProtobufWriter {
  #bytes = Buffer.allocUnsafe(pieceBytes);
  #at = 0;

  /** Returns what `write` writes, which needs at most `maxBytes`. */
  message(maxBytes: number, write: () => void): Uint8Array {
    if (this.#at + maxBytes > this.#bytes.length) {
      this.#bytes = Buffer.allocUnsafe(Math.max(pieceBytes, maxBytes));
      this.#at = 0;
    }
    const start = this.#at;
    write();
    return this.#bytes.subarray(start, this.#at);
  }

  text(field: number, text: string): void {
    const start = this.#begin(field);
    this.#at += this.#writeAscii(text) ? text.length : this.#bytes.write(text, start);
    this.#end(start);
  }

  /** Writes bytes that are given in hexadecimal digits. */
  hex(field: number, digits: string): void {
    const start = this.#begin(field);
    this.#at += this.#bytes.write(digits, start, 'hex');
    this.#end(start);
  }

  bytes(field: number, bytes: Uint8Array): void {
    const start = this.#begin(field);
    this.#bytes.set(bytes, start);
    this.#at += bytes.length;
    this.#end(start);
  }

  /** Begins a message inside of the present one; `endPart` with the result ends it. */
  beginPart(field: number): number {
    return this.#begin(field);
  }

  endPart(start: number): void {
    this.#end(start);
  }

  /** Writes an integer that is not negative. */
  integer(field: number, value: number): void {
    this.#varint(field * 8);
    this.#varint(value);
  }

  double(field: number, value: number): void {
    this.#varint(field * 8 + 1);
    this.#at = this.#bytes.writeDoubleLE(value, this.#at);
  }

  fixed32(field: number, value: number): void {
    this.#varint(field * 8 + 5);
    this.#at = this.#bytes.writeUInt32LE(value, this.#at);
  }

  fixed64(field: number, value: bigint): void {
    this.#varint(field * 8 + 1);
    this.#at = this.#bytes.writeBigUInt64LE(value, this.#at);
  }

  /** For short texts, this is faster than the method of the buffer. Returns false if the text has other characters. */
  #writeAscii(text: string): boolean {
    if (text.length > 64) return false;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) return false;
      this.#bytes[this.#at + index] = code;
    }
    return true;
  }

  /** Writes the tag of a field with a length, and leaves one byte for the length. */
  #begin(field: number): number {
    this.#varint(field * 8 + 2);
    this.#at += 1;
    return this.#at;
  }

  #end(start: number): void {
    const length = this.#at - start;
    const moved = varintBytes(length) - 1;
    if (moved > 0) this.#bytes.copyWithin(start + moved, start, this.#at);
    this.#at = start - 1;
    this.#varint(length);
    this.#at += length;
  }

  #varint(value: number): void {
    let left = value;
    while (left > 0x7f) {
      this.#bytes[this.#at] = (left % 0x80) | 0x80;
      this.#at += 1;
      left = Math.floor(left / 0x80);
    }
    this.#bytes[this.#at] = left;
    this.#at += 1;
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let left = value; left > 0x7f; left = Math.floor(left / 0x80)) bytes += 1;
  return bytes;
}
