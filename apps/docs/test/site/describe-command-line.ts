import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { findTestPort } from '@parley/testkit';
import type { PartnerMachine } from '../support/partner-machine.js';
import { repository } from '../support/read-commands.js';
import type { Site } from '../support/use-site.js';

const folder = fileURLToPath(new URL('apps/docs/examples/command-line/', repository));

/** How long after its creation an event may arrive at a machine without an open port. */
const arrivesWithinMs = 2_000;

type Verify = (headers: IncomingHttpHeaders, body: string, secret: string) => { id: string };

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

/** Runs the commands of the guide in a folder that has only the command line and the client. */
export function describeCommandLine(site: Site, install: (parent: string) => Promise<PartnerMachine>): void {
  describe('the commands of the guide to the command line', () => {
    let machine: PartnerMachine = { folder: '', path: '' };

    it('find their packages installed', async () => {
      machine = await install(site.folder);
      expect(await readdir(join(machine.folder, 'node_modules/@parley'))).toEqual(['cli', 'client']);
    });

    it('are all tested', async () => {
      expect((await readdir(folder)).toSorted()).toEqual(
        [...Object.keys(expected), 'listen.sh', 'mcp.json', 'trigger.sh'].toSorted(),
      );
    });

    it.each(Object.keys(expected))('%s runs', async (name) => {
      expected[name]?.(await run(name), site);
    });

    it('listen.sh forwards what trigger.sh makes, signed, within two seconds', async () => {
      // The receiver of the quick start still has the port of the page.
      const port = await findTestPort();
      const received: Received[] = [];
      const server = createServer(async (request, response) => {
        received.push({ headers: request.headers, body: await text(request), atMs: Date.now() });
        response.writeHead(204).end();
      }).listen(port, '127.0.0.1');
      const listening = site.openTerminal({ env: environment() });
      try {
        await listening.run(`cd ${machine.folder}`);
        listening.type((await read('listen.sh')).replaceAll(String(site.webhookPort), String(port)));
        await listening.waitFor('Ctrl-C ends.');
        expect(await run('trigger.sh')).toMatch(/^Triggered message\.received\. /);
        await listening.waitFor(`: Where is my order?\n  204 http://localhost:${port}/hook`);
        const secret = (await bash('npx parley listen --print-secret')).trim();
        const event = findReceived(received, 'Where is my order?');
        expect((await loadVerify())(event.headers, event.body, secret).id).toBe(event.headers['webhook-id']);
        // Other work on the machine can only delay an event, so the quickest of three is judged.
        let shortestMs = delayOf(event);
        for (const again of ['Second', 'Third']) {
          if (shortestMs < arrivesWithinMs) break;
          await bash(`npx parley trigger message.received --text ${again}`);
          await listening.waitFor(`: ${again}\n  204`);
          shortestMs = Math.min(shortestMs, delayOf(findReceived(received, again)));
        }
        expect(shortestMs).toBeLessThan(arrivesWithinMs);
      } finally {
        await listening.close();
        server.close();
      }
    });

    it('mcp.json starts a server that offers tools', async () => {
      const { command, args, env } = JSON.parse(await read('mcp.json')).mcpServers.parley;
      const running = promisify(execFile)(command, args, {
        cwd: machine.folder,
        env: { ...environment(), ...env, PARLEY_TOKEN: site.token },
      });
      running.child.stdin?.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n');
      const { tools } = JSON.parse((await running).stdout).result;
      expect(tools).toContainEqual(expect.objectContaining({ name: 'send_message' }));
    });

    const environment = () => ({ PATH: machine.path, HOME: site.folder, TOKEN: site.token });

    async function read(name: string): Promise<string> {
      return site.adapt(await readFile(join(folder, name), 'utf8'));
    }

    async function run(name: string): Promise<string> {
      return bash(await read(name));
    }

    async function bash(commands: string): Promise<string> {
      const options = { cwd: machine.folder, env: environment() };
      return (await promisify(execFile)('bash', ['-ec', commands], options)).stdout;
    }

    /** The client of the partner, not the one of the repository. */
    async function loadVerify(): Promise<Verify> {
      const { verify } = await import(join(machine.folder, 'node_modules/@parley/client/dist/webhooks.js'));
      return verify;
    }
  });
}

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

function findReceived(received: readonly Received[], wanted: string): Received {
  const found = received.find(({ body }) => JSON.parse(body).data.text === wanted);
  if (found === undefined) throw new Error(`The event with the text "${wanted}" did not arrive.`);
  return found;
}

const delayOf = ({ atMs, body }: Received) => atMs - Date.parse(JSON.parse(body).createdAt);
