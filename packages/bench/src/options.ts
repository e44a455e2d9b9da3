import { parseArgs } from 'node:util';

export const sections = [
  'requests',
  'search',
  'broadcast',
  'deliveries',
  'ingress',
  'scaling',
  'contract',
] as const;
export type Section = (typeof sections)[number];

export interface Options {
  readonly only: readonly Section[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

export const help = `npm run bench -- [options]

Runs the service and its peers alternately on one PostgreSQL of their own, and prints the figures as tables.
All traffic stays on the loopback interface. It runs only on Linux, since it reads CPU time from /proc.

  --only <list>         the sections to run, separated by commas: ${sections.join(', ')}
  --rounds <n>          rounds of each server; the default is 3, and figures are medians
  --seconds <n>         length of a round; the default is 5
  --connections <n>     connections of the load; the default is 10
  --help                prints this text`;

export function parseOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  return {
    only: values.only === undefined ? sections : values.only.split(',').map(readSection),
    rounds: readCount('rounds', values.rounds, 3),
    seconds: readCount('seconds', values.seconds, 5),
    connections: readCount('connections', values.connections, 10),
  };
}

function readSection(name: string): Section {
  const section = sections.find((known) => known === name.trim());
  if (!section) throw new Error(`--only: "${name}" is none of ${sections.join(', ')}.`);
  return section;
}

function readCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 1_000) {
    throw new Error(`--${name}: "${text}" is not a whole number from 1 to 1000.`);
  }
  return value;
}
