import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from '@jest/globals';
import { findTestPort } from '@parley/testkit';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import { readCommands, repository } from './read-commands.js';
import { openTerminal, type Terminal, type TerminalOptions } from './terminal.js';

export const quickStart = 'apps/docs/pages/guides/quick-start.md';

/** The service as `npm start` starts it, with the commands of the quick start. Read it only inside tests. */
export interface Site {
  readonly url: string;
  /** The output of the service. */
  readonly output: string;
  /** The token of the demo workspace, as printed. */
  readonly token: string;
  /** A working folder. */
  readonly folder: string;
  readonly webhookPort: number;
  openTerminal(options?: Partial<Pick<TerminalOptions, 'env' | 'timeoutMs'>>): Terminal;
  /** Replaces the ports in the commands of a page by free ones. */
  adapt(commands: string): string;
}

export function useSite(): Site {
  const ready: { state?: Omit<Site, 'output' | 'token'>; service?: Terminal } = {};
  const terminals: Terminal[] = [];

  beforeAll(async () => {
    const folder = makeTestFolder('site');
    await mkdir(join(folder, 'tmp'));
    const [port, webhookPort] = [await findTestPort(), await findTestPort()];
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      TMPDIR: join(folder, 'tmp'),
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      // v2 is served too, because the migration guide shows it.
      V2_SUNSET_AT: '2099-01-01T00:00:00Z',
    };
    const open: Site['openTerminal'] = ({ env: more, timeoutMs } = {}) => {
      const terminal = openTerminal({
        cwd: fileURLToPath(repository),
        env: { ...env, ...more },
        timeoutMs,
      });
      terminals.push(terminal);
      return terminal;
    };
    const adapt = (commands: string) =>
      commands.replaceAll(/(?<=localhost:)3000|4000/g, (found) =>
        String(found === '3000' ? port : webhookPort),
      );
    ready.state = {
      url: `http://localhost:${port}`,
      folder,
      webhookPort,
      openTerminal: open,
      adapt,
    };
    // Changed sources are built first.
    ready.service = open({ timeoutMs: 300_000 });
    const [start = ''] = await readCommands(quickStart);
    // The packages are already installed, since tests run.
    ready.service.type(`${start.replace('npm ci\n', '')}\nexit`);
    await ready.service.waitFor('Ctrl-C stops everything');
  });

  afterAll(async () => {
    for (const terminal of terminals.toReversed()) await terminal.close();
  });

  const state = () => {
    if (!ready.state || !ready.service) throw new Error('The service exists only while tests run.');
    return { ...ready.state, output: ready.service.output };
  };
  return {
    get url() {
      return state().url;
    },
    get output() {
      return state().output;
    },
    get token() {
      return /^TOKEN=(eyJ\S+)$/m.exec(state().output)?.[1] ?? '';
    },
    get folder() {
      return state().folder;
    },
    get webhookPort() {
      return state().webhookPort;
    },
    openTerminal: (options) => state().openTerminal(options),
    adapt: (commands) => state().adapt(commands),
  };
}
