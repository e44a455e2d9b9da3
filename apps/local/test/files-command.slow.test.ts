import { once } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
import { removeLooseObjects } from '@parley/core';
import { defaultSizes } from '@parley/core/administration';
import { startProgram } from './support/run-program.js';
import { useStoredFiles } from './support/use-stored-files.js';

// The command is a process of its own, which takes a while on a busy machine.
jest.setTimeout(120_000);

const { stored, run, counts, expectAllReadable } = useStoredFiles();

describe('files', () => {
  it('move loses no file when it is killed in the middle, and moves the rest when it is started again', async () => {
    const { storage, database, checksums, environment } = stored;
    const held = storage.holdPut('after');
    const first = startProgram('cli/files', ['move', '--to', 's3'], environment);
    const ended = once(first, 'exit');
    await held.held;
    first.kill('SIGKILL');
    await ended;
    held.release();
    await expectAllReadable();
    const { stdout, code } = await run('move', '--to', 's3');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Moved (\d) of \1 files \([\d.]+ MB of [\d.]+ MB\) to s3\.\n$/);
    expect(await counts()).toEqual({ s3: checksums.size });
    expect(await database.prisma.fileContent.count()).toBe(0);
    await expectAllReadable();
    expect((await storage.listKeys()).length).toBeGreaterThan(checksums.size);
    await removeLooseObjects(database, new Date(Date.now() + 61 * 60 * 1_000), defaultSizes);
    expect(await storage.listKeys()).toHaveLength(checksums.size);
  });
});
