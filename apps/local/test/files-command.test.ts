import { describe, expect, it } from '@jest/globals';
import { removeLooseObjects } from '@parley/core';
import { defaultSizes } from '@parley/core/administration';
import { callCommand } from './support/call-command.js';
import { useStoredFiles } from './support/use-stored-files.js';

const { stored, run, counts, expectAllReadable } = useStoredFiles();

describe('files', () => {
  it('move moves every file to the object storage, and leaves no bytes in PostgreSQL', async () => {
    expect(await run('move', '--to', 's3')).toMatchObject({
      code: 0,
      stdout: 'Moved 6 of 6 files (4.0 MB of 4.0 MB) to s3.\n',
    });
    expect(await counts()).toEqual({ s3: 6 });
    expect(await stored.database.prisma.fileContent.count()).toBe(0);
    await expectAllReadable();
  });

  it('status shows what each store has; moving the files back leaves no object', async () => {
    const table = /^STORE +FILES +BYTES\npostgres +0 +0 bytes\ns3 +6 +4\.0 MB\n\nLoose objects: 0\n$/;
    expect((await run('status')).stdout).toMatch(table);
    const { code, stdout, stderr } = await run('move', '--to', 'postgres');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Moved 6 of 6 files (4.0 MB of 4.0 MB) to postgres.\n',
    });
    expect(stderr).toContain('Moved 4 of 6 files');
    expect(await counts()).toEqual({ postgres: 6 });
    await expectAllReadable();
    expect(await stored.storage.listKeys()).toHaveLength(6);
    await removeLooseObjects(stored.database, new Date(Date.now() + 11 * 60 * 1_000), defaultSizes);
    expect(await stored.storage.listKeys()).toEqual([]);
    expect(await stored.database.prisma.uploadChunk.count()).toBe(0);
  });

  it('move leaves a file with wrong bytes where it is, prints it and exits with 1', async () => {
    const [id = ''] = stored.checksums.keys();
    await stored.database.pool.query(
      `update file_contents set bytes = set_byte(bytes, 0, get_byte(bytes, 0) # 1) where file_id = $1`,
      [id],
    );
    const { code, stderr } = await run('move', '--to', 's3');
    expect(code).toBe(1);
    expect(stderr).toContain(`  ${id}: The checksum of the file ${id} does not match its bytes\n`);
    expect(await counts()).toEqual({ postgres: 1, s3: 5 });
  });

  it('refuses a command line or FILES_URL that is not valid, with one line', async () => {
    expect(await callCommand('files', ['--help'], {})).toMatchObject({ code: 0 });
    expect((await run('move', '--to', 'disk')).stderr).toMatch(
      /^--to must be postgres or s3, not "disk"\.\n/,
    );
    expect((await run('move')).code).toBe(2);
    const { code, stderr } = await callCommand('files', ['move', '--to', 's3'], { FILES_URL: 'http://x' });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'FILES_URL must be a URL like s3://bucket, with a prefix as its path, and endpoint, region and pathStyle as parameters.\n',
    });
  });
});
