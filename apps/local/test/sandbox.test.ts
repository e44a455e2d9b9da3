import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { createClient } from '@parley/client';
import { testEncryptionKeys, testSecret } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { readSandboxOptions } from '../src/sandbox/read-sandbox-options.js';
import { runSandbox } from '../src/sandbox/run-sandbox.js';

const stops: (() => Promise<void>)[] = [];
const endAll = async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
};
afterEach(async () => {
  await endAll();
  jest.restoreAllMocks();
});

// The program ends by an uncaught error; the process of the tests must not.
const listeners = process.listeners('uncaughtException');
afterAll(() => {
  for (const listener of process.listeners('uncaughtException'))
    if (!listeners.includes(listener)) process.off('uncaughtException', listener);
});

describe('the options of the sandbox', () => {
  it('are a port and a seed; by default any free port and the workspace of the examples', () => {
    expect(readSandboxOptions([])).toEqual({ port: undefined, seed: 'demo' });
    expect(readSandboxOptions(['--port=0', '--seed=empty'])).toEqual({ port: undefined, seed: 'empty' });
  });

  it.each([
    ['--port=-1', 'The port must be between 0 and 65535, not -1.'],
    ['--port=65536', 'The port must be between 0 and 65535, not 65536.'],
    ['--seed=full', 'The seed must be demo or empty, not full.'],
    ['--log', "Unknown option '--log'"],
  ])('do not include %s', (option, message) => {
    expect(() => readSandboxOptions([option])).toThrow(message);
  });
});

describe('a sandbox', () => {
  const target = useTestDatabase();

  const start = (...args: string[]) => {
    const folder = makeTestFolder('sandbox');
    return runSandbox(args, {
      lifecycle: { started: (stop) => stops.push(stop) },
      createFolder: async () => ({ path: folder, remove: () => rm(folder, { recursive: true }) }),
      environment: { DATABASE_URL: target.url, JWT_SECRET: testSecret, ENCRYPTION_KEYS: testEncryptionKeys },
    });
  };

  it('refuses a port that is taken, before it creates anything', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(async () => void server.close());
    const { port = 0 } = Object(server.address());
    await expect(start(`--port=${port}`)).rejects.toThrow(
      `Port ${port} is taken. Choose another one, or none for any free port.`,
    );
    expect(stops).toHaveLength(1);
  });

  it.each([
    ['empty', 'Sandbox', false],
    ['demo', 'Demo', true],
  ])(
    'with the seed %s is ready with a URL, a token with every scope, and a folder that is removed at the end',
    async (seed, name, hasChats) => {
      const log = jest.spyOn(console, 'log').mockImplementation(() => {});
      const { kind, url, token, folder } = await start(`--seed=${seed}`);
      expect(log.mock.calls.join('\n')).toMatch(/^Starting Parley\n(?: {2}\S.* \(\d+\.\d s\)\n?)+$/);
      expect([kind, new URL(url).hostname, existsSync(folder)]).toEqual(['ready', '127.0.0.1', true]);
      const parley = createClient({ baseUrl: url, token });
      expect(await parley.GET('/workspace')).toMatchObject({ name });
      const { data } = await parley.raw.POST('/chats/search', { body: {} });
      expect(data?.length !== 0).toBe(hasChats);
      expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
        scope: '*',
      });
      await endAll();
      expect(existsSync(folder)).toBe(false);
    },
  );
});
