import { execFileSync } from 'node:child_process';
import { describe, expect, it, jest } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { useResource } from '@parley/testkit/hooks';
import { useTestApp } from '@parley/testkit/use-test-app';
import { createHome, finish } from './support/run-parley.js';
import { main, startProcess } from './support/start-process.js';

jest.setTimeout(120_000);

const app = useTestApp();
const home = useResource(async () => createHome({ PARLEY_URL: app.url }));

const run = (words: readonly string[], input?: string) => finish(startProcess(home, words), input);

describe('the program', () => {
  it('prints its help alone on standard output, and exits with 0', async () => {
    expect(await run(['--help'])).toEqual({
      status: 0,
      stdout: expect.stringContaining('npx parley login'),
      stderr: '',
    });
  });

  it('exits with 2 for an unknown argument', async () => {
    expect(await run(['whoami', '--foo'])).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^Unknown option '--foo'.*\nSee npx parley whoami --help\.\n$/s),
    });
  });

  it('reads standard input, and keeps what it remembers in the home folder', async () => {
    expect(await run(['login'], `${app.token}\n`)).toMatchObject({ status: 0, stderr: '' });
    const { status, stdout } = await run(['whoami', '--json']);
    expect([status, JSON.parse(stdout).workspace.id]).toEqual([0, app.tenant.id]);
  });

  it('ends with 0 when it is interrupted', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const tail = startProcess(home, ['events', 'tail'], { env: { PARLEY_TOKEN: app.token } });
      await new Promise((resolve) => tail.stderr.once('data', resolve));
      tail.kill(signal);
      expect(await tail.exited).toBe(0);
    }
  });

  it('ends with 0 when the reader of its output has gone', async () => {
    const tail = startProcess(home, ['events', 'tail', '--help'], {});
    tail.stdout.destroy();
    expect(await tail.exited).toBe(0);
  });

  it('is a server for a host of the Model Context Protocol', async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = { ...home.env, PARLEY_TOKEN: app.token };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], cwd: home.folder, env }),
    );
    expect(client.getServerVersion()).toMatchObject({ name: 'parley', version: '0.0.0' });
    expect((await client.listTools()).tools).toHaveLength(20);
    await client.close();
  });
});

describe('completion', () => {
  it('works in bash', async () => {
    const { stdout: script } = await home.run(['completion', 'bash']);
    const typed = `COMP_WORDS=(${main} api POST /v3/chats/0193/st); COMP_CWORD=3; _parley; echo "\${COMPREPLY[@]}"`;
    expect(execFileSync('bash', ['-c', `${script}\n${typed}`], { encoding: 'utf8' })).toBe(
      '/v3/chats/0193/status\n',
    );
  });
});
