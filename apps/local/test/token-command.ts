import { describe, expect, it } from '@jest/globals';
import { testSecret } from '@parley/testkit';
import { jwtVerify } from 'jose';
import { callCommand } from './support/call-command.js';
import type { CommandStage } from './support/command-stage.js';

export function describeTokenCommand(stage: CommandStage): void {
  const { run } = stage;

  describe('token', () => {
    it('prints only a token on standard output, created from a new key', async () => {
      const args = ['--tenant', 'acme', '--scope', 'chats:read', '--name', 'CRM', '--expires', '30d'];
      const { code, stdout, stderr } = await run('token', ...args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/^\S+\n$/);
      const { payload } = await jwtVerify(stdout.trimEnd(), new TextEncoder().encode(testSecret));
      const key = await stage.database.prisma.apiKey.findFirstOrThrow({ where: { id: payload.sub ?? '' } });
      expect(key).toMatchObject({ name: 'CRM', scopes: ['chats:read'], revokedAt: null });
      expect(payload).toMatchObject({ jti: key.id, tenant_id: key.tenantId, scope: 'chats:read' });
      expect(payload.exp).toBe(Math.floor((key.expiresAt?.getTime() ?? 0) / 1000));
    });

    it('refuses an unknown tenant', async () => {
      expect(await run('token', '--tenant', 'nobody', '--scope', '*')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no tenant "nobody".\n',
      });
    });

    it('prints its help when the command line is invalid', async () => {
      const { code, stdout, stderr } = await run('token', '--tennant', 'acme');
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain("Unknown option '--tennant'");
      expect(stderr).toContain('npm run token -- --tenant demo');
    });

    it('creates no key without the secret of the service', async () => {
      const { database, url } = stage;
      const before = await database.prisma.apiKey.count();
      const args = ['--tenant', 'acme', '--scope', '*'];
      expect(await callCommand('token', args, { DATABASE_URL: url })).toEqual({
        code: 1,
        stdout: '',
        stderr: 'With DATABASE_URL, set JWT_SECRET to the secret that the service signs tokens with.\n',
      });
      expect(await database.prisma.apiKey.count()).toBe(before);
    });

    it('prints the token of an existing key', async () => {
      const made = await run('key', 'create', '--tenant', 'acme', '--scope', 'messages:write');
      const [, args = ''] = /\nIts token: npm run -s token -- (.+)\n$/.exec(made.stdout) ?? [];
      const { code, stdout, stderr } = await run('token', ...args.split(' '));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const { payload } = await jwtVerify(stdout.trimEnd(), new TextEncoder().encode(testSecret));
      expect(args).toBe(`--tenant acme --key ${payload.sub}`);
      expect(payload.scope).toBe('messages:write');
      await stage.database.prisma.apiKey.updateMany({
        where: { id: payload.sub ?? '' },
        data: { revokedAt: new Date() },
      });
      expect(await run('token', ...args.split(' '))).toMatchObject({ code: 1, stdout: '' });
    });

    it.each([
      [
        { DATABASE_URL: 'hello' },
        'DATABASE_URL must be a URL that begins with postgres:// or postgresql://.\n',
      ],
      [
        { AUTH_JWKS_URL: 'https://id.example.com/jwks' },
        'AUTH_JWKS_URL is set: tokens come from your issuer, not from Parley.\n',
      ],
    ])('with %j says what is wrong in one line', async (changed, stderr) => {
      const args = ['--tenant', 'acme', '--scope', '*'];
      const outcome = await callCommand('token', args, { ...stage.environment, ...changed });
      expect(outcome).toEqual({ code: 1, stdout: '', stderr });
    });

    it('refuses an extra argument', async () => {
      const { code, stderr } = await run('token', 'please', '--tenant', 'acme', '--scope', '*');
      expect(code).toBe(2);
      expect(stderr).toMatch(/^Unexpected "please"\.\n/);
    });

    it('says what to do when the service is not running', async () => {
      const args = ['--tenant', 'acme', '--scope', '*'];
      expect(await callCommand('token', args, { DATA_DIR: '/nonexistent/data' })).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Parley is not running in /nonexistent/data: start it with npm start, or set DATABASE_URL.\n',
      });
    });
  });
}
