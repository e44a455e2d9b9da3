import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repository } from '../support/read-commands.js';
import { findFreePorts, type Site } from '../support/use-site.js';

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
      expect((await readdir(folder)).toSorted()).toEqual(
        [...Object.keys(expected), 'listen.sh', 'mcp.json', 'trigger.sh'].toSorted(),
      );
    });

    it.each(Object.keys(expected))('%s runs', async (name) => {
      expected[name]?.(await run(name), site);
    });

    it('listen.sh forwards what trigger.sh makes', async () => {
      // The receiver of the quick start still has the port of the page.
      const [port = 0] = await findFreePorts(1);
      const bodies: string[] = [];
      const server = createServer(async (request, response) => {
        bodies.push(await text(request));
        response.writeHead(204).end();
      }).listen(port, '127.0.0.1');
      const listening = site.openTerminal({ env: environment() });
      try {
        await listening.run(`cd ${site.folder}`);
        listening.type((await read('listen.sh')).replaceAll(String(site.webhookPort), String(port)));
        await listening.waitFor('Ctrl-C ends.');
        expect(await run('trigger.sh')).toMatch(/^Triggered message\.received\. /);
        await listening.waitFor(`: Where is my order?\n  204 http://localhost:${port}/hook`);
        const received = bodies.map((body) => JSON.parse(body));
        expect(received.some(({ data }) => data.text === 'Where is my order?')).toBe(true);
      } finally {
        await listening.close();
        server.close();
      }
    });

    it('mcp.json starts a server that offers tools', async () => {
      const { command, args, env } = JSON.parse(await read('mcp.json')).mcpServers.parley;
      const running = promisify(execFile)(command, args, {
        cwd: site.folder,
        env: { ...environment(), ...env, PARLEY_TOKEN: site.token },
      });
      running.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
      const { tools } = JSON.parse((await running).stdout).result;
      expect(tools).toContainEqual(expect.objectContaining({ name: 'send_message' }));
    });

    const environment = () => ({ PATH: process.env.PATH ?? '', HOME: site.folder, TOKEN: site.token });

    async function read(name: string): Promise<string> {
      return site.adapt(await readFile(join(folder, name), 'utf8'));
    }

    async function run(name: string): Promise<string> {
      const options = { cwd: site.folder, env: environment() };
      return (await promisify(execFile)('bash', ['-ec', await read(name)], options)).stdout;
    }
  });
}
