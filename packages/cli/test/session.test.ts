import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createToken } from '@parley/testkit';
import { useTestApp } from '@parley/testkit/use-test-app';
import { createHome, type Home } from './support/run-parley.js';

const app = useTestApp();
let home: Home;
let path: string;

beforeEach(() => {
  home = createHome();
  path = join(home.folder, '.config/parley/credentials.json');
});

describe('parley login', () => {
  it('keeps a token that the service accepts, in a file that only its owner can read', async () => {
    const { status, stdout } = await home.run(['login', '--url', `${app.url}/v3/`], {
      input: `${app.token}\n`,
    });
    expect([status, stdout]).toEqual([
      0,
      `Logged in to ${app.tenant.name} at ${app.url}. The token is kept in ${path}.\n`,
    ]);
    expect([modeOf(path), modeOf(join(path, '..'))]).toEqual([0o600, 0o700]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      url: app.url,
      tokens: { [app.url]: app.token },
    });
    const { stdout: shown } = await home.run(['whoami']);
    expect(shown).toContain(app.tenant.id);
  });

  it('uses XDG_CONFIG_HOME, and prints JSON without the token', async () => {
    const env = { XDG_CONFIG_HOME: join(home.folder, 'elsewhere'), PARLEY_URL: app.url };
    const { stdout } = await home.run(['login', '--token', app.token, '--json'], { env });
    expect(JSON.parse(stdout)).toEqual({
      url: app.url,
      workspace: { id: app.tenant.id, name: app.tenant.name, plan: app.tenant.plan },
      path: join(home.folder, 'elsewhere/parley/credentials.json'),
    });
    expect(stdout).not.toContain(app.token);
  });

  it('replaces a file with open permissions by a private one, and keeps the tokens of other URLs', async () => {
    const other = { 'https://other.example': 'other' };
    await home.run(['login', '--url', app.url, '--token', app.token]);
    writeFileSync(path, JSON.stringify({ url: 'https://other.example', tokens: other }), { mode: 0o644 });
    await home.run(['login', '--url', app.url], { input: app.token });
    expect(modeOf(path)).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8')).tokens).toEqual({ ...other, [app.url]: app.token });
  });

  it('exits with 1 for a token that the service refuses, and keeps nothing', async () => {
    const { status, stderr } = await home.run(['login', '--url', app.url, '--token', 'wrong']);
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^.+\nGET \/workspace, 401 unauthorized, request \w+\nLog in with another token: npx parley login, or set PARLEY_TOKEN\.\n$/,
    );
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    [['login', '--url', 'ftp://example.com', '--token', 'x'], 'The URL must be like https://api.example.com'],
    [['login', '--url', 'https://user:secret@example.com', '--token', 'x'], 'The URL must be like'],
    [['login'], 'There is no token. Nothing was changed.'],
  ])('exits with 2 for %j', async (words, message) => {
    const { status, stderr } = await home.run(words);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).not.toContain('secret');
  });
});

describe('parley whoami', () => {
  it('shows the workspace of PARLEY_TOKEN, which wins over the login', async () => {
    await home.run(['login', '--url', app.url, '--token', 'x', '--json']);
    const env = { PARLEY_URL: app.url, PARLEY_TOKEN: app.token };
    const { status, stdout } = await home.run(['whoami'], { env });
    expect(status).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^Workspace +${app.tenant.name}\\nId +${app.tenant.id}\\nURL +${app.url}\\n`),
    );
    const { stdout: json } = await home.run(['whoami', '--json'], { env });
    expect(JSON.parse(json)).toMatchObject({ url: app.url, workspace: { id: app.tenant.id } });
  });

  it('exits with 1 and says where to log in, without sending the token of another URL', async () => {
    await home.run(['login', '--url', app.url, '--token', app.token]);
    const { status, stderr } = await home.run(['whoami', '--url', 'http://127.0.0.1:9']);
    expect([status, stderr]).toEqual([
      1,
      'You are not logged in to http://127.0.0.1:9.\nRun npx parley login --url http://127.0.0.1:9, or set PARLEY_TOKEN.\n',
    ]);
  });

  it('exits with 1 and names the missing scope, and as JSON too', async () => {
    const token = await createToken(app.database, app.tenant.id, { scopes: ['chats:read'] });
    const env = { PARLEY_URL: app.url, PARLEY_TOKEN: token };
    const { status, stderr } = await home.run(['whoami'], { env });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/workspace:read.*\nGET \/workspace, 403 forbidden, request \w+\nUse a token/),
    ]);
    const json = await home.run(['whoami', '--json'], { env });
    expect([json.stdout, JSON.parse(json.stderr)]).toEqual([
      '',
      {
        error: expect.objectContaining({
          status: 403,
          messageKey: 'forbidden',
          requiredScope: 'workspace:read',
          requestId: expect.any(String),
        }),
      },
    ]);
  });

  it('exits with 1 if the credentials are damaged', async () => {
    await home.run(['login', '--url', app.url, '--token', app.token]);
    writeFileSync(path, '{');
    const { status, stderr } = await home.run(['whoami']);
    expect([status, stderr]).toEqual([1, `${path} is damaged. Delete it, and log in again.\n`]);
  });
});

describe('parley logout', () => {
  it('forgets the token', async () => {
    await home.run(['login', '--url', app.url, '--token', app.token]);
    const { stdout } = await home.run(['logout']);
    expect(stdout).toBe(`Forgot the token for ${app.url}.\n`);
    expect(readFileSync(path, 'utf8')).not.toContain(app.token);
    expect((await home.run(['logout', '--url', app.url, '--json'])).stdout).toContain('"wasLoggedIn": false');
  });
});

function modeOf(file: string): number {
  return statSync(file).mode & 0o777;
}
