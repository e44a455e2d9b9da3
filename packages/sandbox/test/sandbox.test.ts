import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Installed, installPacked, repository } from './support/install-packed.js';
import { createPartner, type Partner, readLine } from './support/partner.js';

// Packing is slow on a busy machine.
jest.setTimeout(180_000);

let installed: Installed;
let partner: Partner;

beforeAll(() => {
  installed = installPacked();
  partner = createPartner(installed.folder);
});
afterEach(() => partner.endPrograms());
afterAll(() => installed.remove());

describe('what is published', () => {
  it('is less than 15 MB, with a prepared cluster and without source maps', () => {
    expect(installed.bytes).toBeLessThan(15_000_000);
    expect(installed.published).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/THIRD-PARTY.md',
        'dist/bundle/sandbox.js',
        'dist/index.cjs',
        'dist/index.d.cts',
        'dist/index.d.ts',
        'dist/index.js',
        'dist/packages/database/template/cluster.tar',
        'dist/prisma/schema.prisma',
      ]),
    );
    expect(installed.published.filter((path) => /\.map$|^src\//.test(path))).toEqual([]);
  });

  it('contains the licence of the repository, and those of the packages in it', () => {
    expect(read('LICENSE')).toBe(readFileSync(join(repository, 'LICENSE'), 'utf8'));
    const named = [...read('dist/THIRD-PARTY.md').matchAll(/^## (\S+) /gm)].map(([, name]) => name);
    expect(named).toEqual(
      expect.arrayContaining(['@prisma/client', 'express', 'graphile-worker', 'pg', 'pino']),
    );
  });
});

describe('installed from the tarball', () => {
  it('runs the test of the guide, and leaves nothing behind', async () => {
    const name = 'send-message.test.mjs';
    copyFileSync(join(repository, 'packages/sandbox/examples', name), join(installed.folder, name));
    const { stdout } = await partner.run(process.execPath, ['--test', '--test-reporter=tap', name]);
    expect(stdout).toMatch(/^# pass 1$/m);
    expect(partner.traces()).toEqual([]);
  });

  it('works as CommonJS, with an empty workspace, and can be stopped twice', async () => {
    const { url, data, left } = await partner.runProgram(
      'empty.cjs',
      `
      const { existsSync } = require('node:fs');
      const { startSandbox } = require('@parley/sandbox');
      const { createClient } = require('@parley/client');
      (async () => {
        const { url, token, folder, startMs, stop } = await startSandbox({ seed: 'empty' });
        const parley = createClient({ baseUrl: url, token });
        const { data } = await parley.raw.POST('/chats/search', { body: {} });
        const { name } = await parley.GET('/workspace');
        await Promise.all([stop(), stop()]);
        console.log(JSON.stringify({ url, data: { data, name, isTimed: startMs > 0 }, left: existsSync(folder) }));
      })();`,
    );
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(data).toEqual({ data: [], name: 'Sandbox', isTimed: true });
    expect([left, partner.traces()]).toEqual([false, []]);
  });

  it('ends with a program that forgets it', async () => {
    await partner.runProgram('forget.mjs', `${start} console.log(JSON.stringify(sandbox));`);
    await partner.waitForNoTraces();
  });

  it.each(['the test runner', 'the sandbox'] as const)(
    'leaves nothing behind after kill -9 of %s',
    async (target) => {
      const runner = partner.launchProgram(
        'wait.mjs',
        `${start} console.log(JSON.stringify(sandbox)); setInterval(() => {}, 1000);`,
      );
      const { pid } = await readLine(runner);
      expect(partner.traces().length).toBeGreaterThan(2);
      process.kill(target === 'the sandbox' ? pid : Number(runner.pid), 'SIGKILL');
      await partner.waitForNoTraces();
    },
  );

  it.each([
    ['its modules are loaded', 'setImmediate(kill);'],
    ['PostgreSQL starts', `watch(process.env.TMPDIR, kill);`],
  ])('leaves nothing behind after kill -9 of the test runner while %s', async (_, when) => {
    const runner = partner.launchProgram(
      'early.mjs',
      `
      import { watch } from 'node:fs';
      import { startSandbox } from '@parley/sandbox';
      const kill = () => process.kill(process.pid, 'SIGKILL');
      startSandbox({ seed: 'empty' });
      ${when}`,
    );
    expect(await once(runner, 'exit')).toEqual([null, 'SIGKILL']);
    await partner.waitForNoTraces();
  });

  // In many containers, root may neither run PostgreSQL nor create a user namespace for it.
  it('starts where unshare does not exist', async () => {
    const { url } = await partner.runProgram(
      'plain.mjs',
      `${start} console.log(JSON.stringify(sandbox)); await sandbox.stop();`,
      { PATH: partner.pathWithoutUnshare() },
    );
    expect(url).toMatch(/^http:/);
    expect(partner.traces()).toEqual([]);
  });

  it.each([
    ['port: -1', 'Parley could not start. The port must be between 0 and 65535, not -1.'],
    ["seed: 'full'", 'Parley could not start. The seed must be demo or empty, not full.'],
  ])('refuses %s', async (option, expected) => {
    const { message } = await partner.runProgram('wrong.mjs', failing(option));
    expect(message).toBe(expected);
  });

  it('says that Windows is not supported', async () => {
    const pretend = `Object.defineProperty(process, 'platform', { value: 'win32' });`;
    const { message } = await partner.runProgram(
      'windows.mjs',
      `${failing('')}`.replace('await', `${pretend} await`),
    );
    expect(message).toBe('The sandbox does not run on Windows. Use it in WSL.');
  });

  it('says why it cannot start, and leaves nothing behind', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { message } = await partner.runProgram('taken.mjs', failing(`port: ${port}`));
    server.close();
    expect(message).toBe(
      `Parley could not start. Port ${port} is taken. Choose another one, or none for any free port.`,
    );
    expect(partner.traces()).toEqual([]);
  });
});

describe('parley sandbox', () => {
  it('prints the URL and the token; listen and trigger work with them; it ends with the program that writes to it', async () => {
    const sandbox = partner.launch(parley, ['sandbox', '--json']);
    const { url, token, startMs } = await readLine(sandbox);
    expect(startMs).toBeGreaterThan(0);
    const env = { PARLEY_URL: url, PARLEY_TOKEN: token };
    const tail = partner.launch(
      parley,
      ['events', 'tail', '--events', 'message.received', '--limit', '1'],
      env,
    );
    const printed = text(tail.stdout);
    await once(tail.stderr, 'data');
    await partner.run(parley, ['trigger', 'message.received', '--text', 'Where is my order?'], env);
    expect(await printed).toMatch(/ message\.received .*: Where is my order\?\n$/);
    expect(partner.traces()).not.toEqual([]);
    sandbox.stdin.end();
    expect(await once(sandbox, 'exit')).toEqual([0, null]);
    expect(partner.traces()).toEqual([]);
  });

  it.each([
    ['SIGTERM', false],
    ['SIGINT', true],
  ] as const)('ends on %s, and shows what a person needs', async (signal, isTerminal) => {
    const sandbox = partner.launch(parley, ['sandbox', '--seed', 'empty']);
    const [shown] = await once(sandbox.stdout, 'data');
    expect(String(shown)).toMatch(
      /^Sandbox +ready in \d+\.\d s; Ctrl-C ends it\. *\nPARLEY_URL +http:\/\/127\.0\.0\.1:\d+ *\nPARLEY_TOKEN +eyJ/,
    );
    // A terminal signals the service as well.
    process.kill(isTerminal ? -Number(sandbox.pid) : Number(sandbox.pid), signal);
    expect(await once(sandbox, 'exit')).toEqual([0, null]);
    expect(partner.traces()).toEqual([]);
  });

  it('ends quietly on Ctrl-C while it starts', async () => {
    const sandbox = partner.launch(parley, ['sandbox', '--seed', 'empty']);
    const [stdout, stderr] = [text(sandbox.stdout), text(sandbox.stderr)];
    await partner.waitForFolder();
    process.kill(-Number(sandbox.pid), 'SIGINT');
    expect(await once(sandbox, 'exit')).toEqual([0, null]);
    expect([await stdout, await stderr]).toEqual(['', '']);
    await partner.waitForNoTraces();
  });
});

const start = `import { startSandbox } from '@parley/sandbox'; const sandbox = await startSandbox();`;
const parley = 'node_modules/.bin/parley';

/** A program that prints why the sandbox does not start. */
function failing(option: string): string {
  return `
    import { startSandbox } from '@parley/sandbox';
    await startSandbox({ ${option} }).catch(({ message }) => console.log(JSON.stringify({ message })));`;
}

function read(path: string): string {
  return readFileSync(join(installed.folder, 'node_modules/@parley/sandbox', path), 'utf8');
}
