import { writeFile } from 'node:fs/promises';
import { exportUsage, type UsageExport } from '@parley/core/administration';
import { CommandError, UsageError } from '../command-error.js';
import { chooseAction } from './choose-action.js';
import type { Command, CommandLine } from './command.js';
import { withTarget } from './open-target.js';
import { refuseSurplus } from './read-options.js';

/** Counts are kept for this long. */
const maxDays = 400;

export const command: Command = {
  help: `Exports which parts of the API each API key of each tenant has used.

  npm run usage -- export [--days 30] [--out usage.json]

  export  prints the usage of the last days as JSON, or writes it to the file. Today is the last day, and
          days are in UTC. docs/operations/api-usage.md describes the format

The service counts operations, request fields, filter fields, enumeration values, event types and error
keys, never values that somebody sent. It stores the counts about once a minute and keeps them for ${maxDays}
days; USAGE_COUNTS=off ends the counting.

Works on the database of the running local service, or on DATABASE_URL.`,
  options: { days: { type: 'string', default: '30' }, out: { type: 'string' } },
  run: chooseAction({ export: exportAll }),
};

async function exportAll(line: CommandLine): Promise<string> {
  refuseSurplus(line.words);
  const days = readDays(line.options.days ?? '');
  const { out } = line.options;
  const exported = await withTarget(line.environment, (database) =>
    exportUsage(database, { days, now: new Date() }),
  );
  const json = JSON.stringify(exported, null, 2);
  if (out === undefined) return json;
  await writeFile(out, `${json}\n`).catch((error: Error) => {
    throw new CommandError(`${out} cannot be written: ${error.message}`);
  });
  return describe(exported, out);
}

function readDays(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days >= 1 && days <= maxDays) return days;
  throw new UsageError(`--days must be a whole number from 1 to ${maxDays}, not "${text}".`);
}

function describe({ from, to, keys }: UsageExport, out: string): string {
  const tenants = new Set(keys.map(({ tenant }) => tenant));
  const count = keys.filter(({ keyId }) => keyId !== null).length;
  return `Wrote the usage of ${count} API keys of ${tenants.size} tenants, from ${from} to ${to}, to ${out}.`;
}
