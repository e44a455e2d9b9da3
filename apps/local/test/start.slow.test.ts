import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findTestPort } from '@parley/testkit';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { waitUntil } from '@parley/testkit/wait-until';
import { callCommand } from './support/call-command.js';
import { runProgram } from './support/run-program.js';
import { endIfAlive, isAlive, runService, type Service } from './support/run-service.js';
import { cannotConnect, isFile, nobodysDatabase } from './support/wrong-settings.js';

jest.setTimeout(120_000);

let environment: { DATA_DIR: string; PORT: string };
const running: Service[] = [];

beforeAll(async () => {
  const folder = makeTestFolder('start');
  environment = { DATA_DIR: join(folder, 'data'), PORT: String(await findTestPort()) };
});

afterAll(async () => {
  for (const service of running) {
    if (isAlive(service.pid)) await service.end('SIGTERM');
    endIfAlive(service.postgresPid, 'SIGQUIT');
  }
});

async function start(more: { NODE_OPTIONS?: string } = {}): Promise<Service> {
  const service = await runService({ ...environment, ...more });
  running.push(service);
  return service;
}

async function tryChat(token: string): Promise<number> {
  const url = `http://127.0.0.1:${environment.PORT}/v3/chats/0193a1e0-5c00-7000-8000-000000000041`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
}

// The tests run in order: each continues where the previous one ended.
describe('npm start', () => {
  let service: Service;
  let firstToken: string;

  it('starts everything, prints each step, and prints a curl command that works', async () => {
    service = await start();
    firstToken = service.token;
    for (const name of ['PostgreSQL', 'Migrations', 'Demo tenant', 'Secret', 'API', 'Worker']) {
      expect(service.output).toMatch(new RegExp(`^  ${name} .+ \\(\\d+\\.\\d s\\)$`, 'm'));
    }
    expect(service.output).not.toMatch(/warn|error/i);
    // The build has already migrated the cluster that was copied.
    expect(service.output).toMatch(/^ {2}Migrations +up to date/m);
    expect(service.output.split(firstToken)).toHaveLength(2);
    const { stdout } = await promisify(execFile)('sh', ['-c', service.curl]);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, pagination: { total: 4 } });
  });

  it.each(['jwt-secret', 'encryption-keys'])('makes %s readable by its owner only', async (file) => {
    expect((await stat(join(environment.DATA_DIR, file))).mode & 0o777).toBe(0o600);
  });

  it('allows pages of this machine to call the API', async () => {
    const origin = 'http://localhost:5173';
    const preflight = await fetch(`http://127.0.0.1:${environment.PORT}/v3/chats/search`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', connection: 'close' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('allows commands to use the running database', async () => {
    const { DATA_DIR } = environment;
    const made = await callCommand('token', ['--tenant', 'demo', '--scope', 'chats:read'], { DATA_DIR });
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(await tryChat(made.stdout.trimEnd())).toBe(200);
  });

  it('refuses a second start on the same port in one line', async () => {
    const { code, stderr } = await runProgram('start', [], environment);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Parley could not start\. Port \d+ is taken\. .+ PORT=\d+ npm start\n$/),
    });
  });

  it('refuses a second start on the same data in one line', async () => {
    const { code, stderr } = await runProgram('start', [], {
      ...environment,
      PORT: String(await findTestPort()),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Parley could not start\. PostgreSQL in .+ is already in use by process \d+\..+\n$/,
    );
  });

  it('stops everything on SIGTERM, prints nothing but its own line, and leaves no process behind', async () => {
    // Each request has its own connection to the database, which ends with it.
    await Promise.all(Array.from({ length: 20 }, () => tryChat(firstToken)));
    expect(await service.end('SIGTERM')).toBe(0);
    expect(service.printedSince()).toBe('\nStopping …\n');
    expect(isAlive(service.postgresPid)).toBe(false);
  });

  it('starts again with the existing data', async () => {
    service = await start();
    expect(service.output).toMatch(/Demo tenant +already exists/);
    expect(service.token).toBe(firstToken);
    expect(await tryChat(firstToken)).toBe(200);
  });

  it('builds the documentation once it is ready, and continues without it if the build fails', async () => {
    await service.end('SIGTERM');
    // Every Node process that is started loads this file, so that the build of the documentation fails at once.
    const failing = join(environment.DATA_DIR, '..', 'fail-docs-build.cjs');
    await writeFile(failing, 'if (/run-docs-build\\.js$/.test(process.argv[1])) process.exit(1);');
    service = await start({ NODE_OPTIONS: `--require=${failing}` });
    const printed = () => service.output + service.printedSince();
    await waitUntil(() => printed().includes('npm run site'));
    expect(printed().slice(printed().indexOf('Ctrl-C'))).toBe(
      'Ctrl-C stops everything.\n  The documentation could not be built; the service continues without it. npm run site shows why.\n',
    );
    expect(await tryChat(firstToken)).toBe(200);
  });

  it('starts again after kill -9 of everything', async () => {
    await service.killGroup();
    process.kill(service.postgresPid, 'SIGKILL');
    service = await start();
    expect(await tryChat(firstToken)).toBe(200);
  });

  it('adopts the PostgreSQL of a launcher that was killed', async () => {
    await service.killGroup();
    const { postgresPid } = service;
    service = await start();
    expect(service.postgresPid).toBe(postgresPid);
    expect(await tryChat(firstToken)).toBe(200);
  });

  it('stops everything on Ctrl-C and prints only that line, even if npm repeats the signal', async () => {
    await Promise.all(Array.from({ length: 20 }, () => tryChat(firstToken)));
    process.kill(-service.pid, 'SIGINT');
    expect(await service.end('SIGINT')).toBe(0);
    expect(service.printedSince()).toBe('\nStopping …\n');
    expect(isAlive(service.postgresPid)).toBe(false);
  });
});

const startAll = { command: 'npm start', program: 'start' };
const startApi = { command: 'npm run start:api', program: 'api' };
const startWorker = { command: 'npm run start:worker', program: 'worker' };

describe('with something wrong', () => {
  it.each([['--foo'], ['demo']])('refuses %s in one line', async (argument) => {
    const { code, stdout, stderr } = await runProgram('start', [argument], environment);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Parley could not start\. .+\. See: npm start -- --help\n$/);
    expect(stderr).toContain(argument);
  });

  it('prints its help with --help', async () => {
    const { code, stdout, stderr } = await runProgram('start', ['--help'], environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('npm start -- --demo');
  });

  it('names an invalid setting before anything is started', async () => {
    const { code, stdout, stderr } = await runProgram('start', [], { ...environment, PORT: 'http' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Parley could not start\. Bad configuration: PORT must be .+\n$/);
  });

  it('names a port that is already used', async () => {
    const other = createServer().listen(0, '0.0.0.0');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    const { code, stderr } = await runProgram('start', [], { ...environment, PORT: port });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain(`Port ${port} is taken.`);
  });

  it.each([startAll, startApi, startWorker])(
    '$command reports that the database of DATABASE_URL cannot be reached, and what to do',
    async ({ program }) => {
      const { code, stderr } = await runProgram(program, [], {
        ...environment,
        DATABASE_URL: nobodysDatabase,
        JWT_SECRET: 'long enough to be a secret of HS256',
      });
      expect(code).toBe(1);
      expect(stderr).toBe(`${program === 'start' ? 'Parley could not start. ' : ''}${cannotConnect}`);
    },
  );

  it.each([startAll, startApi, startWorker])(
    '$command reports that DATA_DIR is a file',
    async ({ program }) => {
      const DATA_DIR = join(environment.DATA_DIR, '..', 'a-file');
      await writeFile(DATA_DIR, '');
      const { code, stderr } = await runProgram(program, [], { ...environment, DATA_DIR });
      expect(code).toBe(1);
      expect(stderr).toBe(`${program === 'start' ? 'Parley could not start. ' : ''}${isFile(DATA_DIR)}`);
    },
  );
});
