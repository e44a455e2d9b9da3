import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { buildPrograms, testEncryptionKeys } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTenant, send, testSecret } from '../support/start-test-api.js';

const db = useTestDatabase();

beforeAll(async () => {
  buildPrograms();
});

/** The same as with two instances in one process, which share their modules. */
describe('two processes on one database', () => {
  it('let exactly as many requests through as the plan allows', async () => {
    const tenant = await makeTenant(db.database, { plan: 'hobby' });
    const processes = await Promise.all([startProcess(), startProcess()]);
    // Both processes use the clock of this machine; the requests must not span two minutes.
    while (Date.now() % 60_000 > 50_000) await new Promise((resolve) => setTimeout(resolve, 100));
    const statuses = await Promise.all(
      Array.from({ length: 260 }, async (_, index) => {
        const { url } = processes[index % 2] ?? { url: '' };
        return (await send(`${url}/v3/chats/1`, { token: tenant.token })).status;
      }),
    );
    for (const one of processes) await one.stop();
    expect(statuses.filter((status) => status === 404)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(160);
  });

  async function startProcess(): Promise<{ url: string; stop(): Promise<void> }> {
    const child = fork(fileURLToPath(new URL('../../../../local/bundle/processes/api.js', import.meta.url)), {
      execArgv: [],
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        DATABASE_URL: db.url,
        JWT_SECRET: testSecret,
        ENCRYPTION_KEYS: testEncryptionKeys,
        RATE_LIMIT_STORE: 'postgres',
        POOL_SIZE: '4',
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const url = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += chunk;
        const found = /"url":"(http[^"]+)"/.exec(text)?.[1];
        if (found) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`The API ended with ${code}: ${text}`)));
    });
    return {
      url,
      async stop() {
        child.removeAllListeners('exit');
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        expect(await ended).toEqual([0, null]);
      },
    };
  }
});
