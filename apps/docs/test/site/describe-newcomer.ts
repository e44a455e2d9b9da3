import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCommands, readSavedFiles, repository } from '../support/read-commands.js';
import { type Registry, startRegistry } from '../support/registry.js';
import type { Terminal } from '../support/terminal.js';
import { quickStart, type Site } from '../support/use-site.js';

/** Tests the steps of a newcomer who has only the README and the quick start: their commands, in order. */
export function describeNewcomer(site: Site): void {
  describe('a newcomer', () => {
    let registry: Registry;
    let terminal: Terminal;
    let commands: string[];

    beforeAll(async () => {
      registry = await startRegistry();
      const env = {
        npm_config_registry: registry.url,
        npm_config_cache: join(site.folder, 'npm-cache'),
        npm_config_loglevel: 'error',
      };
      terminal = site.openTerminal({ env });
      commands = (await readCommands(quickStart)).slice(1).map(site.adapt);
    });
    afterAll(() => registry?.close());

    /** Returns the code block of the quick start that contains a text. */
    const block = (text: string) => {
      const found = commands.find((command) => command.includes(text));
      if (found === undefined) throw new Error(`The quick start no longer has a command with ${text}.`);
      return found;
    };

    it('starts the service, which prints its URLs', async () => {
      const [, first = ''] = await readCommands('README.md').then((blocks) => ['', ...blocks]);
      expect(first).toContain('npm ci && npm start');
      expect(site.output).toContain(`${site.url}/v3`);
      expect(site.output).toContain(`${site.url}/docs`);
      expect(site.token).toMatch(/^eyJ/);
    });

    it('sends the requests of the README', async () => {
      const [, tryIt = ''] = await readCommands('README.md');
      const printed = await terminal.run(
        site.adapt(tryIt).replaceAll('curl ', 'curl --silent --fail-with-body '),
      );
      const [chat, automations] = printed.trim().split(/(?<=\})(?=\{"success")/);
      expect(JSON.parse(chat ?? '')).toMatchObject({ success: true, data: { status: 'open' } });
      expect(JSON.parse(automations ?? '')).toMatchObject({ success: true, pagination: { total: 4 } });
    });

    it('gets the automations of the demo in at most 4,096 bytes, which every pipe passes on at once', async () => {
      const response = await fetch(`${site.url}/v3/automations/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      const text = await response.text();
      expect(JSON.parse(text).pagination.total).toBeGreaterThan(5);
      expect(Buffer.byteLength(text)).toBeLessThan(4_096);
    });

    it('creates a token and calls the API', async () => {
      await terminal.run(block('export PARLEY_TOKEN'));
      const printed = await terminal.run(block('/v3/chats/search').replace('curl ', 'curl --silent '));
      expect(JSON.parse(printed)).toMatchObject({ success: true, pagination: { limit: 2 } });
    });

    it('installs the packed client in a separate folder', async () => {
      await terminal.run(block('npm pack'));
      expect(await terminal.run('ls node_modules/@parley')).toBe('client\n');
    });

    it('searches with for await', async () => {
      const folder = (await terminal.run('pwd')).trim();
      for (const { name, content } of await readSavedFiles(quickStart)) {
        await writeFile(join(folder, name), site.adapt(content));
      }
      const printed = await terminal.run(block('node search.mjs'));
      expect(printed).toContain('Demo may send 500 requests a minute.');
      expect(printed).toContain('Ada Berg: ');
    });

    it('receives a webhook and verifies it', async () => {
      terminal.type(block('node receive.mjs'));
      await terminal.waitFor(`Listening on port ${site.webhookPort}`);
      await terminal.run(block('/ingress/'));
      await terminal.waitFor('Ada Berg: Where is my order?');
    });

    it('has a receiver that refuses an unsigned request', async () => {
      const url = `http://127.0.0.1:${site.webhookPort}/webhooks/parley`;
      const headers = {
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA',
      };
      const response = await fetch(url, { method: 'POST', headers, body: '{}' });
      expect(response.status).toBe(401);
    });

    it('finds the link from the README to the site', async () => {
      expect(await readFile(new URL('README.md', repository), 'utf8')).toContain(
        'http://localhost:3000/docs',
      );
    });
  });
}
