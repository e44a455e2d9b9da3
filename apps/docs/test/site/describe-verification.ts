import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { repository } from '../support/read-commands.js';
import type { Site } from '../support/use-site.js';

const folder = fileURLToPath(new URL('apps/docs/examples/', repository));

/** Tests a script that verifies the signature of a webhook. */
export function describeVerification(site: Site, program: string, name: string): void {
  describe(`the example ${name}`, () => {
    const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`;
    const oldSecret = `whsec_${Buffer.from('another one of thirty-two bytes!').toString('base64')}`;
    const body = '{"id":"1","text":"Grüße, 5 €\\n"}';

    async function verify(signature: string, sentAt: Date | string, received = body): Promise<string> {
      const file = join(site.folder, 'body.json');
      await writeFile(file, received);
      const seconds = sentAt instanceof Date ? String(Math.floor(sentAt.getTime() / 1000)) : sentAt;
      const args = [join(folder, name), 'msg_1', seconds, signature, file];
      try {
        const env = { PATH: process.env.PATH ?? '', PARLEY_WEBHOOK_SECRET: secret };
        return (await promisify(execFile)(program, args, { env })).stdout;
      } catch (error) {
        return String((error as { stderr: string }).stderr);
      }
    }

    const sign = (one: string, sentAt: Date, id = 'msg_1') => new Webhook(one).sign(id, sentAt, body);

    it('accepts a body that was signed with the secret', async () => {
      const now = new Date();
      expect(await verify(sign(secret, now), now)).toBe('genuine\n');
    });

    it('accepts one of two signatures during a rotation of the secret', async () => {
      const now = new Date();
      expect(await verify(`${sign(oldSecret, now)} ${sign(secret, now)}`, now)).toBe('genuine\n');
    });

    it('refuses a signature by another secret, for another id or for another body', async () => {
      const now = new Date();
      for (const refused of [
        await verify(sign(oldSecret, now), now),
        await verify(sign(secret, now, 'msg_2'), now),
        await verify(sign(secret, now), now, `${body} `),
      ]) {
        expect(refused).toBe('not signed by this secret\n');
      }
    });

    it('does not execute a command in place of the time', async () => {
      const file = join(site.folder, 'made-by-the-command');
      for (const timestamp of [`id[$(touch ${file})]`, `$(touch ${file})`, '', '-1', '1e3', '08x']) {
        expect(await verify('v1,AAAA', timestamp)).toBe('no timestamp\n');
      }
      expect(existsSync(file)).toBe(false);
      // Digits with a leading zero must not be read as an octal number.
      expect(await verify('v1,AAAA', '0899999999')).toMatch(/^too old/);
    });

    it.each([-301_000, 330_000])('refuses a time that differs by %d ms', async (distanceMs) => {
      const sentAt = new Date(Date.now() + distanceMs);
      expect(await verify(sign(secret, sentAt), sentAt)).toMatch(/^too old/);
    });
  });
}
