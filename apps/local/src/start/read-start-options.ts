import { parseArgs } from 'node:util';
import { StartError } from './start-error.js';

const help = `Starts the whole service on this machine.

  npm start                starts its own PostgreSQL with a demo workspace, unless DATABASE_URL is set
  npm start -- --demo      also adds the demo workspace when DATABASE_URL is set

The settings are environment variables; the README lists them.`;

/** Reads the command line. With `--help`, nothing is started. */
export function readStartOptions(args: readonly string[]): { wantsDemo: boolean } | { help: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { demo: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return values.help ? { help } : { wantsDemo: values.demo ?? false };
  } catch (error) {
    // Only the first sentence describes the error; the rest is about positional arguments, which do not exist here.
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new StartError(`${reason}. See: npm start -- --help`);
  }
}
