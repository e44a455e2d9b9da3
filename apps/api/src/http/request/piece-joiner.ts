import { Transform, type TransformCallback } from 'node:stream';

const pieceBytes = 4_096;

/**
 * Joins small pieces of a body to pieces of 4 KB. The parser of forms keeps a buffer for each piece of a text, which takes
 * about 100 bytes more than its content, so a text that is sent byte by byte would take a hundred times its size.
 */
export class PieceJoiner extends Transform {
  #joined: Buffer | undefined;
  #used = 0;

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#used === 0 && piece.length >= pieceBytes) {
      done(null, piece);
      return;
    }
    for (let at = 0; at < piece.length; ) {
      this.#joined ??= Buffer.allocUnsafeSlow(pieceBytes);
      const copied = piece.copy(this.#joined, this.#used, at);
      at += copied;
      this.#used += copied;
      if (this.#used === pieceBytes) this.#pushJoined();
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    this.#pushJoined();
    done();
  }

  #pushJoined(): void {
    if (this.#joined && this.#used > 0) this.push(this.#joined.subarray(0, this.#used));
    this.#joined = undefined;
    this.#used = 0;
  }
}
