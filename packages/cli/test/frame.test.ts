import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { v3 } from '@parley/contract/operations';
import { commands } from '../src/commands/index.js';
import { listSuggestions } from '../src/completion/list-suggestions.js';
import { printable, printableJson } from '../src/output/printable.js';
import { renderTable } from '../src/output/render-table.js';
import { createStyle } from '../src/output/style.js';
import { readToken } from '../src/session/read-token.js';
import { createHome, finish } from './support/run-parley.js';

const home = createHome();

describe('help', () => {
  it.each(commands.map(({ name }) => name))('explains %s with options and examples', async (name) => {
    const { status, stdout } = await home.run([...name.split(' '), '--help']);
    const asked = await home.run(['help', ...name.split(' ')]);
    expect([status, asked.stdout]).toEqual([0, stdout]);
    expect(stdout).toContain(`npx parley ${name}`);
    expect(stdout).toContain('Examples:\n\n  # ');
    expect(stdout).toMatch(/^ {2}--json +prints JSON, for programs$/m);
  });

  it('lists every command, and the exit codes', async () => {
    const { stdout } = await home.run([]);
    for (const { name, summary } of commands)
      expect(stdout).toMatch(new RegExp(`npx parley ${name} +${summary}`));
    expect(stdout).toContain('Exit codes: 0 done, 1 failed, 2 called wrongly.');
  });

  it.each([
    [['--port', 'x'], "The port must be a number up to 65535, not 'x'."],
    [['--seed', 'full'], "The seed must be demo or empty, not 'full'."],
  ])('exits with 2 for sandbox %j', async (words, message) => {
    const { status, stderr } = await home.run(['sandbox', ...words]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('shows what a person needs of a sandbox that is ready', async () => {
    const folder = join(home.folder, 'node_modules/@parley/sandbox');
    mkdirSync(folder, { recursive: true });
    const started = `{ url: 'http://127.0.0.1:1', token: 'eyJ', startMs: 1234, stop: async () => {} }`;
    writeFileSync(join(folder, 'index.js'), `exports.startSandbox = async () => (${started});`);
    const running = home.start(['sandbox']);
    running.kill('SIGINT');
    const stdout =
      'Sandbox       ready in 1.2 s; Ctrl-C ends it.\nPARLEY_URL    http://127.0.0.1:1\nPARLEY_TOKEN  eyJ\n';
    expect(await finish(running)).toEqual({ status: 0, stdout, stderr: '' });
  });

  it('exits with 2 for help about what does not exist', async () => {
    const { status, stderr } = await home.run(['help', 'nothing']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('There is no command nothing.')]);
  });
});

describe('completion', () => {
  const complete = (...words: string[]) => listSuggestions(commands, words).map(({ word }) => word);

  it('offers commands, options and values', () => {
    expect(complete('')).toEqual(expect.arrayContaining(['login', 'api', 'help']));
    expect(complete('log')).toEqual(['login', 'logout']);
    expect(complete('send', '--te')).toEqual(['--text']);
    expect(complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(complete('api', '')).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
  });

  it('offers every path of the contract', () => {
    for (const { method, path } of Object.values(v3.operations))
      expect(complete('api', method.toUpperCase(), '')).toContain(`/v3${path}`);
  });

  it('keeps the ids that are typed already', () => {
    expect(complete('api', 'POST', '/v3/chats/0193/')).toContain('/v3/chats/0193/status');
    expect(complete('api', 'GET', '/v3/chats/01')).toEqual(['/v3/chats/01']);
    expect(complete('api', 'GET', '/v3/unknown/')).toEqual([]);
  });

  it.each(['zsh', 'fish'])('has a script for %s', async (shell) => {
    const { status, stdout } = await home.run(['completion', shell]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('__complete')]);
  });

  it('exits with 2 for another shell', async () => {
    expect((await home.run(['completion', 'tcsh'])).status).toBe(2);
  });
});

describe('output', () => {
  it('has colours on a terminal only, and not with NO_COLOR', () => {
    const red = (isTTY: boolean, env = {}) => createStyle({ isTTY }, env).red('x');
    expect([red(true), red(false), red(true, { NO_COLOR: '1' }), red(true, { TERM: 'dumb' })]).toEqual([
      '\u001b[31mx\u001b[0m',
      'x',
      'x',
      'x',
    ]);
    expect(red(true, { NO_COLOR: '' })).toBe('\u001b[31mx\u001b[0m');
  });

  it('removes control characters from texts of strangers', () => {
    expect(printable('a\u001b[2Jb\u009bc\u202ed\r\ne')).toBe('a [2Jb c d e');
    expect(printableJson({ a: '\u009b\u202e\u001b' })).toBe('{"a":"\\u009b\\u202e\\u001b"}');
    expect(JSON.parse(printableJson({ a: '\u009b\u202e' }))).toEqual({ a: '\u009b\u202e' });
  });

  it('aligns the columns of a table', () => {
    const style = createStyle({}, {});
    expect(
      renderTable(
        ['A', 'Bcd'],
        [
          ['long', 'x'],
          ['ü\n', ''],
        ],
        style,
      ),
    ).toBe('A     Bcd\nlong  x\nü\n');
  });
});

describe('the prompt for a token', () => {
  it('reads a line from a terminal and does not echo it', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = new PassThrough({ encoding: 'utf8' });
    const token = readToken(stdin, stderr);
    stdin.write(' secret \r');
    await expect(token).resolves.toBe('secret');
    expect(stderr.read()).toBe('Token: \n');
  });
});
