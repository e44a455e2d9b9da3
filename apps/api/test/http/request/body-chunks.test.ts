import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { BodyChunks, bodyChunkBytes } from '../../../src/http/request/body-chunks.js';

function collect(pieces: readonly Buffer[]): BodyChunks {
  const chunks = new BodyChunks();
  for (const piece of pieces) chunks.add(piece);
  return chunks;
}

describe('the chunks of a body', () => {
  test('are few, even if the body is sent byte by byte', () => {
    const body = randomBytes(3 * bodyChunkBytes);
    const chunks = collect(Array.from(body, (_, at) => body.subarray(at, at + 1)));
    expect(chunks.toArray().length).toBeLessThan(12);
    expect(Buffer.concat(chunks.toArray()).equals(body)).toBe(true);
    expect(chunks.join().equals(body)).toBe(true);
  });

  test('take little memory while little has arrived', () => {
    const [, second] = collect([Buffer.from('{'), Buffer.from(' ')]).toArray();
    expect(second?.buffer.byteLength).toBe(1_024);
  });

  test('hold the bytes in their order, whatever the sizes of the pieces are', () => {
    const pieces = [70_000, 1, 200_000, 0, 65_536, 3].map((size) => randomBytes(size));
    const body = Buffer.concat(pieces);
    const chunks = collect(pieces);
    expect(chunks.size).toBe(335_540);
    expect(chunks.join().equals(body)).toBe(true);
  });

  test('are the buffer that arrived, if it is the only one', () => {
    const body = Buffer.from('{}');
    expect(collect([body]).join()).toBe(body);
    expect(collect([]).join()).toHaveLength(0);
  });

  test('leave no memory to the garbage collector: copied pieces are freed, and all bytes of a refused body', () => {
    const pieces = [newPiece(), newPiece(), newPiece()];
    const chunks = collect(pieces);
    expect(pieces.map(({ buffer }) => buffer.byteLength)).toEqual([bodyChunkBytes, 0, 0]);
    const kept = chunks.toArray();
    chunks.clear();
    expect(kept.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0]);
  });

  test('are freed when they are joined', () => {
    const chunks = collect([newPiece(), newPiece(), newPiece()]);
    const kept = chunks.toArray();
    expect(chunks.join()).toHaveLength(3 * bodyChunkBytes);
    expect(kept.map(({ buffer }) => buffer.byteLength)).toEqual([0, 0, 0]);
  });

  test('do not free a piece that shares its memory with other bytes', () => {
    const shared = newPiece();
    collect([newPiece(), shared.subarray(0, 5_000)]);
    expect(shared.buffer.byteLength).toBe(bodyChunkBytes);
  });
});

/** Creates a buffer with memory of its own, as the HTTP parser of Node creates it. */
function newPiece(): Buffer {
  return Buffer.allocUnsafeSlow(bodyChunkBytes);
}
