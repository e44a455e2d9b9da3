import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, jest } from '@jest/globals';
import { buildPrograms, testEncryptionKeys, testSecret } from '@parley/testkit';
import { useResource } from '@parley/testkit/hooks';
import { startObjectStorage } from '@parley/testkit/object-storage';
import { startStage } from '../../support/start-stage.js';
import { type StoreStage, sweep } from './store-files.js';

const main = fileURLToPath(new URL('../../../../../local/bundle/processes/api.js', import.meta.url));

jest.setTimeout(60_000);
buildPrograms();

describe('files in s3', () => {
  const storage = useResource(startObjectStorage, ({ stop }) => stop());
  const stage = useResource(
    () => startStage({ env: { FILES_URL: storage.url, FILES_STORE: 's3' } }),
    ({ stop }) => stop(),
  );
  const open: StoreStage = { stage, storage, store: 's3' };

  describe('an API process that is killed in the middle of an upload', () => {
    it.each(['before', 'after'] as const)(
      'leaves no file and, after maintenance, no object if it is killed %s the object is stored',
      async (moment) => {
        const files = await stage.database.prisma.file.count();
        const keys = await storage.listKeys();
        const api = await startApi(open);
        const held = storage.holdPut(moment);
        const body = new FormData();
        body.append('file', new File([randomBytes(1_000_000)], 'a.bin'));
        const headers = { authorization: `Bearer ${stage.token}` };
        const sent = fetch(`${api.url}/v3/files`, { method: 'POST', headers, body });
        await held.held;
        await api.kill();
        // A request that is held before it is read ends with its client. Its bytes could otherwise be stored after the sweep.
        if (moment === 'after') held.release();
        await expect(sent).rejects.toThrow('fetch failed');
        expect(await stage.database.prisma.file.count()).toBe(files);
        const loose = await stage.database.prisma.looseObject.findMany();
        expect(loose).toMatchObject([
          { key: expect.stringContaining(`${stage.tenantId}/`), isLeaving: false },
        ]);
        if (moment === 'after') expect(await storage.listKeys()).toHaveLength(keys.length + 1);
        expect(await sweep(open)).toBe(0);
        stage.clock.set(new Date(Date.now() + 61 * 60 * 1_000));
        expect(await sweep(open)).toBe(1);
        stage.clock.set('2026-10-15T09:30:00.000Z');
        expect(await storage.listKeys()).toEqual(keys);
        expect(await stage.database.prisma.looseObject.count()).toBe(0);
        await stage.database.pool.query('delete from upload_chunks');
      },
    );
  });
});

/** Starts the API as it is released. It uses the real time. */
async function startApi({ stage, storage }: StoreStage) {
  const child = fork(main, {
    execArgv: [],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      HOST: '127.0.0.1',
      DATABASE_URL: String(stage.database.pool.options.connectionString),
      JWT_SECRET: testSecret,
      ENCRYPTION_KEYS: testEncryptionKeys,
      FILES_URL: storage.url,
      POOL_SIZE: '2',
    },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      const found = /"url":"(http[^"]+)"/.exec(text)?.[1];
      if (found) resolve(found);
    });
    void ended.then(([code]) => reject(new Error(`The API ended with ${code}: ${text}`)));
  });
  return {
    url,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
