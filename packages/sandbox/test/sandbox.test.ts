import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Installed, installPacked, repository } from './support/install-packed.js';
import { listTraces, waitForNoTraces } from './support/traces.js';

// Packing is slow on a busy machine.
jest.setTimeout(180_000);

let installed: Installed;
const launched: ChildProcessWithoutNullStreams[] = [];

beforeAll(() => {
  installed = installPacked();
});
afterEach(() => {
  for (const child of launched.splice(0)) child.kill();
});
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
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', name]);
    expect(stdout).toMatch(/^# pass 1$/m);
    expect(traces()).toEqual([]);
  });

  it('works as CommonJS, with an empty workspace, and can be stopped twice', async () => {
    const { url, folder, data, left } = await runProgram(
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
        console.log(JSON.stringify({ url, folder, data: { data, name, isTimed: startMs > 0 }, left: existsSync(folder) }));
      })();`,
    );
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(data).toEqual({ data: [], name: 'Sandbox', isTimed: true });
    expect([left, traces(folder)]).toEqual([false, []]);
  });

  it('ends with a program that forgets it', async () => {
    const { folder } = await runProgram('forget.mjs', `${start} console.log(JSON.stringify(sandbox));`);
    await waitForNoTraces({ folder, program: program() });
  });

  it.each(['the test runner', 'the sandbox'] as const)(
    'leaves nothing behind after kill -9 of %s',
    async (target) => {
      writeFileSync(
        join(installed.folder, 'wait.mjs'),
        `${start} console.log(JSON.stringify(sandbox)); setInterval(() => {}, 1000);`,
      );
      const runner = launch(process.execPath, ['wait.mjs']);
      const { folder, pid } = await readLine(runner);
      expect(traces(folder).length).toBeGreaterThan(2);
      process.kill(target === 'the sandbox' ? pid : Number(runner.pid), 'SIGKILL');
      await waitForNoTraces({ folder, program: program() });
    },
  );

  it('says why it cannot start, and leaves nothing behind', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { message } = await runProgram(
      'taken.mjs',
      `
      import { startSandbox } from '@parley/sandbox';
      await startSandbox({ port: ${port} }).catch(({ message }) => console.log(JSON.stringify({ message })));`,
    );
    server.close();
    expect(message).toBe(
      `Parley could not start. Port ${port} is taken. Choose another one, or none for any free port.`,
    );
    expect(traces()).toEqual([]);
  });
});

describe('parley sandbox', () => {
  it('prints the URL and the token; listen and trigger work with them; it ends with the program that writes to it', async () => {
    const sandbox = launch(parley, ['sandbox', '--json']);
    const { url, token, startMs } = await readLine(sandbox);
    expect(startMs).toBeGreaterThan(0);
    const env = { PARLEY_URL: url, PARLEY_TOKEN: token };
    const tail = launch(parley, ['events', 'tail', '--events', 'message.received', '--limit', '1'], env);
    const printed = text(tail.stdout);
    await once(tail.stderr, 'data');
    await run(parley, ['trigger', 'message.received', '--text', 'Where is my order?'], env);
    expect(await printed).toMatch(/ message\.received .*: Where is my order\?\n$/);
    const [folder = ''] = /\/\S*\/parley-sandbox-\w+/.exec(traces().join('\n')) ?? [];
    expect(folder).not.toBe('');
    sandbox.stdin.end();
    expect(await once(sandbox, 'exit')).toEqual([0, null]);
    expect(traces(folder)).toEqual([]);
  });

  it('ends on SIGTERM, and shows what a person needs', async () => {
    const sandbox = launch(parley, ['sandbox', '--seed', 'empty']);
    const [shown] = await once(sandbox.stdout, 'data');
    expect(String(shown)).toMatch(
      /^Sandbox +ready in \d+\.\d s; Ctrl-C ends it\. *\nPARLEY_URL +http:\/\/127\.0\.0\.1:\d+ *\nPARLEY_TOKEN +eyJ/,
    );
    sandbox.kill('SIGTERM');
    expect(await once(sandbox, 'exit')).toEqual([0, null]);
    expect(traces()).toEqual([]);
  });
});

const start = `import { startSandbox } from '@parley/sandbox'; const sandbox = await startSandbox();`;
const parley = 'node_modules/.bin/parley';

const program = () => join(installed.folder, 'node_modules/@parley/sandbox');
/** What is left of a sandbox, or of any. */
const traces = (folder = '/parley-sandbox-') => listTraces({ folder, program: program() });

function read(path: string): string {
  return readFileSync(join(installed.folder, 'node_modules/@parley/sandbox', path), 'utf8');
}

/** A machine with only Node: nothing of this process but the path to it. */
function environment(more: Readonly<Record<string, string>> = {}) {
  return { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, HOME: installed.folder, ...more };
}

function run(command: string, args: string[], more?: Readonly<Record<string, string>>) {
  return promisify(execFile)(command, args, { cwd: installed.folder, env: environment(more) });
}

/** Runs a program to its end. Returns the JSON that it prints. */
async function runProgram(name: string, source: string) {
  writeFileSync(join(installed.folder, name), source);
  return JSON.parse((await run(process.execPath, [name])).stdout);
}

function launch(command: string, args: string[], more?: Readonly<Record<string, string>>) {
  const child = spawn(command, args, { cwd: installed.folder, env: environment(more) });
  launched.push(child);
  return child;
}

async function readLine(child: ChildProcessWithoutNullStreams) {
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return JSON.parse(line);
}
