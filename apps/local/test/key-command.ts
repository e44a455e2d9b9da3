import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createKey, createTenant, testSecret } from '@parley/testkit';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { decodeProtectedHeader } from 'jose';
import { callCommand } from './support/call-command.js';
import type { CommandStage } from './support/command-stage.js';

export function describeKeyCommand(stage: CommandStage): void {
  const { run } = stage;

  describe('key', () => {
    it('creates, lists and revokes keys', async () => {
      const made = await run('key', 'create', '--tenant', 'acme', '--scope', 'chats:read,contacts:write');
      expect(made).toMatchObject({ code: 0, stderr: '' });
      const row = /\n([0-9a-f-]{36}) +Command line +chats:read contacts:write +until \d{4}-.+ never\n/.exec(
        made.stdout,
      );
      const [, id = 'no row'] = row ?? [];
      const lastUsedAt = new Date('2026-11-14T09:30:00.000Z');
      await stage.database.prisma.apiKey.updateMany({ where: { id }, data: { lastUsedAt } });
      const { stdout } = await run('key', 'list', '--tenant', 'acme');
      expect(stdout).toMatch(/^ID +NAME +SCOPES +STATE +CREATED +LAST USED\n/);
      expect(stdout).toMatch(new RegExp(`\n${id} .+ 2026-11-14T09:30:00\\.000Z\n`));
      expect((await run('key', 'revoke', id, '--tenant', 'acme')).stdout).toMatch(/revoked 20/);
      const key = await stage.database.prisma.apiKey.findFirstOrThrow({ where: { id } });
      expect(key.revokedAt).not.toBeNull();
    });

    it('expires after a year by default, and never with --expires never', async () => {
      const args = ['--tenant', 'acme', '--scope', '*', '--name'];
      await run('key', 'create', ...args, 'Yearly');
      await run('key', 'create', ...args, 'Endless', '--expires', 'never');
      const { apiKey } = stage.database.prisma;
      const yearly = await apiKey.findFirstOrThrow({ where: { name: 'Yearly' } });
      const lifetimeMs = (yearly.expiresAt?.getTime() ?? 0) - yearly.createdAt.getTime();
      expect(Math.round(lifetimeMs / 86_400_000)).toBe(365);
      expect(await apiKey.findFirstOrThrow({ where: { name: 'Endless' } })).toMatchObject({
        expiresAt: null,
      });
    });

    it("does not revoke another tenant's key", async () => {
      const other = await createTenant(stage.database);
      const { id } = await createKey(stage.database, other.id);
      expect(await run('key', 'revoke', id, '--tenant', 'acme')).toEqual({
        code: 1,
        stdout: '',
        stderr: `The tenant "acme" has no key "${id}".\n`,
      });
    });
  });

  describe('key rotate-signing', () => {
    it('adds a key that signs, lists the keys, and removes an older one', async () => {
      const folder = makeTestFolder('signing');
      const file = join(folder, 'keys');
      await writeFile(file, `${testSecret}\n`);
      const own = { DATABASE_URL: stage.url, JWT_SECRETS_FILE: file };
      const runKey = (...args: string[]) => callCommand('key', args, own);
      const [, old = ''] =
        /\n(\S{12}) +signs new tokens +unknown\n$/.exec((await runKey('list-signing')).stdout) ?? [];
      const rotated = await runKey('rotate-signing');
      expect(rotated).toMatchObject({ code: 0, stderr: '' });
      const [, kid = ''] = /\n(\S{12}) +signs new tokens +20/.exec(rotated.stdout) ?? [];
      expect(rotated.stdout).toContain(`\n${old}  verifies older tokens  unknown\n`);
      expect(rotated.stdout).toContain('within ten seconds');
      expect(rotated.stdout).not.toContain(testSecret);
      const args = ['--tenant', 'acme', '--scope', 'chats:read'];
      const token = await callCommand('token', args, own);
      expect(decodeProtectedHeader(token.stdout.trim())).toEqual({ alg: 'HS256', typ: 'JWT', kid });
      expect(await runKey('remove-signing', kid)).toMatchObject({ code: 1, stdout: '' });
      expect(await runKey('remove-signing', 'nobody')).toMatchObject({
        code: 1,
        stderr: 'There is no signing key "nobody".\n',
      });
      const removed = await runKey('remove-signing', old);
      expect(removed.stdout).toMatch(new RegExp(`^KID .+\n${kid}  signs new tokens .+\n$`));
    });

    it('prints what to set when the keys are in the environment, without the current secrets', async () => {
      const { code, stdout } = await run('key', 'rotate-signing');
      expect(code).toBe(0);
      expect(stdout).toMatch(/\nJWT_SECRETS="[\w-]{64},\$JWT_SECRET"\n/);
      expect(stdout).not.toContain(testSecret);
    });
  });
}
