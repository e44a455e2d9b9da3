import { parseArgs } from 'node:util';
import { StartError } from './start-error.js';

const help = `Starts the whole service on this machine.

  npm start                without DATABASE_URL: PostgreSQL beside it, with a demo tenant
  npm start -- --demo      adds the demo tenant to the database of DATABASE_URL too

The settings are environment variables; the README lists them.`;

/** What the command line asks for; help is printed, and then there is nothing to start. */
export function readStartOptions(args: readonly string[]): { wantsDemo: boolean } | { help: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { demo: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
    return values.help ? { help } : { wantsDemo: values.demo ?? false };
  } catch (error) {
    // Only the first sentence is about the mistake; the rest tells of positional arguments, of which there are none.
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new StartError(`${reason}. See: npm start -- --help`);
  }
}
