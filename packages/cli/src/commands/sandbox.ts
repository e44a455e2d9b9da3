import { CommandError } from '../command-error.js';
import { defineCommand, explain } from '../frame/define-command.js';
import { renderTable } from '../output/render-table.js';
import { endOfParent } from '../sandbox/end-of-parent.js';
import { loadSandbox } from '../sandbox/load-sandbox.js';

const seeds = ['demo', 'empty'] as const;

export const sandbox = defineCommand({
  name: 'sandbox',
  summary: 'Runs the whole service on this machine, with its own PostgreSQL, for tests.',
  details: `Needs the package @parley/sandbox in your project: npm i -D @parley/sandbox. Everything that is stored is removed at the end. The
sandbox ends with Ctrl-C, with SIGTERM, and when a program that writes to its stdin ends. With --json, one line has the URL and the
token.`,
  options: {
    port: { type: 'string', value: '<port>', summary: 'port of the service (any free one)' },
    seed: {
      type: 'string',
      value: '<seed>',
      choices: seeds,
      summary: 'demo, the workspace of the examples, or empty (demo)',
    },
    log: { type: 'boolean', summary: 'prints the log of the service on stderr' },
  },
  examples: [
    { does: 'runs a sandbox until Ctrl-C', command: 'npx parley sandbox' },
    {
      does: 'runs an empty one on a port, and tells a program where it is',
      command: 'npx parley sandbox --port 4010 --seed empty --json',
    },
  ],
  async run({ values, output, cwd, untilInterrupted }) {
    const options = {
      ...(values.port !== undefined && { port: readPort(values.port) }),
      ...(values.seed !== undefined && { seed: readSeed(values.seed) }),
      log: values.log === true,
    };
    const { startSandbox } = await loadSandbox(cwd);
    return untilInterrupted(async (signal) => {
      const started = await startSandbox(options).catch((error: Error) => {
        // Ctrl-C reaches the sandbox too, which then ends before it is ready.
        if (signal.aborted) return undefined;
        throw new CommandError(error.message, 1);
      });
      if (!started) return 0;
      const { url, token, startMs, stop } = started;
      output.item({ url, token, startMs }, (style) =>
        renderTable(
          ['Sandbox', `ready in ${(startMs / 1000).toFixed(1)} s; Ctrl-C ends it.`],
          [
            ['PARLEY_URL', url],
            ['PARLEY_TOKEN', token],
          ],
          style,
        ),
      );
      await endOfParent(signal);
      await stop();
      return 0;
    });
  },
});

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw explain('sandbox', `The port must be a number up to 65535, not '${text}'.`);
  return port;
}

function readSeed(text: string): (typeof seeds)[number] {
  const seed = seeds.find((each) => each === text);
  if (!seed) throw explain('sandbox', `The seed must be ${seeds.join(' or ')}, not '${text}'.`);
  return seed;
}
