import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { PieceJoiner } from '../../../src/http/request/piece-joiner.js';

async function join(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const joined: Buffer[] = [];
  const joiner = Readable.from(pieces).pipe(new PieceJoiner());
  joiner.on('data', (piece: Buffer) => joined.push(piece));
  await once(joiner, 'end');
  return joined;
}

describe('the pieces of a form', () => {
  test('are few, even if the form is sent byte by byte', async () => {
    const body = randomBytes(10_000);
    const joined = await join(Array.from(body, (_, at) => body.subarray(at, at + 1)));
    expect(joined.map(({ length }) => length)).toEqual([4_096, 4_096, 1_808]);
    expect(Buffer.concat(joined).equals(body)).toBe(true);
  });

  test('keep their order, whatever their sizes are', async () => {
    const pieces = [70_000, 1, 5_000, 0, 4_096, 3].map((size) => randomBytes(size));
    expect(Buffer.concat(await join(pieces)).equals(Buffer.concat(pieces))).toBe(true);
  });

  test('are not copied if they are large', async () => {
    const large = randomBytes(65_536);
    expect((await join([large]))[0]).toBe(large);
  });
});
