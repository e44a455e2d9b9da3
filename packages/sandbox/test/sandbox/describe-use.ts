import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repository } from '../support/install-copied.js';
import type { Machine } from '../support/use-machine.js';

/** Tests a program that starts the sandbox and stops it. */
export function describeUse(machine: Machine): void {
  describe('in a program', () => {
    it('runs the test of the guide, and leaves nothing behind', async () => {
      const name = 'send-message.test.mjs';
      copyFileSync(join(repository, 'packages/sandbox/examples', name), join(machine.partner.folder, name));
      const { stdout } = await machine.partner.run(process.execPath, ['--test', '--test-reporter=tap', name]);
      expect(stdout).toMatch(/^# pass 1$/m);
      expect(machine.partner.traces()).toEqual([]);
    });

    it('works as CommonJS, with an empty workspace, and can be stopped twice', async () => {
      const { url, data, left } = await machine.partner.runProgram(
        'empty.cjs',
        `
        const { existsSync } = require('node:fs');
        const { startSandbox } = require('@parley/sandbox');
        const { createClient } = require('@parley/client');
        (async () => {
          const { url, token, folder, startMs, stop } = await startSandbox({ seed: 'empty' });
          const parley = createClient({ baseUrl: url, token });
          const { data } = await parley.raw.POST('/chats/search', { body: {} });
          const { name } = await parley.GET('/workspace');
          await Promise.all([stop(), stop()]);
          console.log(JSON.stringify({ url, data: { data, name, isTimed: startMs > 0 }, left: existsSync(folder) }));
        })();`,
      );
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect(data).toEqual({ data: [], name: 'Sandbox', isTimed: true });
      expect([left, machine.partner.traces()]).toEqual([false, []]);
    });

    it('says that Windows is not supported', async () => {
      const pretend = `Object.defineProperty(process, 'platform', { value: 'win32' });`;
      const { message } = await machine.partner.runProgram(
        'windows.mjs',
        `${failing('')}`.replace('await', `${pretend} await`),
      );
      expect(message).toBe('The sandbox does not run on Windows. Use it in WSL.');
    });

    it('says why it cannot start, and leaves nothing behind', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { message } = await machine.partner.runProgram('taken.mjs', failing(`port: ${port}`));
      server.close();
      expect(message).toBe(
        `Parley could not start. Port ${port} is taken. Choose another one, or none for any free port.`,
      );
      expect(machine.partner.traces()).toEqual([]);
    });
  });
}

/** A program that prints why the sandbox does not start. */
function failing(option: string): string {
  return `
    import { startSandbox } from '@parley/sandbox';
    await startSandbox({ ${option} }).catch(({ message }) => console.log(JSON.stringify({ message })));`;
}
