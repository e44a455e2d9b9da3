import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { withLock } from '../src/listen/lock.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = makeTestFolder('lock');
  path = join(folder, 'one.lock');
});

describe('the lock of a receiver', () => {
  it('of a killed process with our own id does not count: in a container, ids repeat', async () => {
    writeFileSync(path, String(process.pid));
    expect(await withLock(path, async () => existsSync(path))).toBe(true);
    expect(existsSync(path)).toBe(false);
  });

  it('of another process that runs is respected, and stays', async () => {
    writeFileSync(path, String(process.ppid));
    await expect(withLock(path, async () => undefined)).rejects.toThrow(
      `Process ${process.ppid} already forwards to this receiver.`,
    );
    expect(existsSync(path)).toBe(true);
  });
});
