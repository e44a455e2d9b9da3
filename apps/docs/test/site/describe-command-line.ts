import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repository } from '../support/read-commands.js';
import type { Site } from '../support/use-site.js';

const folder = fileURLToPath(new URL('apps/docs/examples/command-line/', repository));

/** The output of each example of the guide, in this order: the later ones use the login of the first. */
const expected: Readonly<Record<string, (printed: string, site: Site) => void>> = {
  'log-in.sh': (printed, { url }) => {
    expect(printed).toContain(`Logged in to Demo at ${url}.`);
    expect(printed).toMatch(/^Workspace +Demo$/m);
  },
  'call.sh': (printed) => {
    const [chat, found, label] = printed.split(/(?<=^\}\n)/m).map((json) => JSON.parse(json));
    expect(chat.data.id).toBe('0193a1e0-5c00-7000-8000-000000000041');
    expect(found).toMatchObject({ success: true, pagination: { limit: 2 } });
    expect(label.data).toMatchObject({ name: 'Gold', color: '#FFD700' });
  },
  'send.sh': (printed) =>
    expect(printed).toMatch(/^Message +Chat +Status\n[\w-]{36} {2}0193a1e0-\S+041 {2}pending\n$/),
};

/** Runs the commands of the guide with the installed command. */
export function describeCommandLine(site: Site): void {
  describe('the commands of the guide to the command line', () => {
    beforeAll(async () => {
      const bin = join(site.folder, 'node_modules/.bin');
      await mkdir(bin, { recursive: true });
      await symlink(fileURLToPath(new URL('packages/cli/dist/main.js', repository)), join(bin, 'parley'));
    });

    it('are all tested', async () => {
      expect((await readdir(folder)).toSorted()).toEqual(Object.keys(expected).toSorted());
    });

    it.each(Object.keys(expected))('%s runs', async (name) => {
      expected[name]?.(await run(name), site);
    });

    async function run(name: string): Promise<string> {
      const commands = site.adapt(await readFile(join(folder, name), 'utf8'));
      const env = { PATH: process.env.PATH ?? '', HOME: site.folder, TOKEN: site.token };
      const { stdout } = await promisify(execFile)('bash', ['-ec', commands], { cwd: site.folder, env });
      return stdout;
    }
  });
}
