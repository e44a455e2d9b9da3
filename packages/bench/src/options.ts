import { parseArgs } from 'node:util';

export const sections = [
  'start',
  'requests',
  'search',
  'size',
  'broadcast',
  'deliveries',
  'ingress',
  'send',
  'isolation',
  'scaling',
  'tracing',
  'usage',
  'contract',
  'stream',
  'soak',
] as const;
export type Section = (typeof sections)[number];

const longSections: readonly Section[] = ['size', 'soak'];

export interface Options {
  readonly only: readonly Section[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** Smaller loads, for a machine that is busy. */
  readonly quick: boolean;
  /** The contacts of the section `size`. */
  readonly contacts: number;
  /** The streams of the section `stream`. */
  readonly streams: number;
  /** The workspaces of the section `stream`, which share its streams. */
  readonly workspaces: number;
  /** The length of the section `soak`. */
  readonly minutes: number;
}

export const help = `npm run bench -- [section …] [options]

Runs the service and its peers alternately on one PostgreSQL of their own, and prints the figures as tables.
All traffic stays on the loopback interface. It runs only on Linux, since it reads CPU time from /proc.

The sections are ${sections.join(', ')}; the default is all of them except size, which takes ten
minutes, and soak, which takes two hours.

  --only <list>         the sections to run, separated by commas
  --rounds <n>          rounds of each server; the default is 3, and figures are medians
  --seconds <n>         length of a round; the default is 5
  --connections <n>     connections of the load; the default is 10
  --contacts <n>        thousands of contacts of size; the default is 200, with five times as many messages
                        and deliveries
  --streams <n>         open streams of stream; the default is 1000
  --workspaces <n>      workspaces of stream, which share the streams and the events; the default is 1
  --minutes <n>         length of soak; the default is 120
  --quick               a tenth of the loads of isolation, with fewer samples
  --help                prints this text`;

export function parseOptions(args: readonly string[]): Options | 'help' {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      contacts: { type: 'string' },
      streams: { type: 'string' },
      workspaces: { type: 'string' },
      minutes: { type: 'string' },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const named = [...positionals, ...(values.only?.split(',') ?? [])];
  return {
    only:
      named.length === 0
        ? sections.filter((section) => !longSections.includes(section))
        : named.map(readSection),
    rounds: readCount('rounds', values.rounds, 3),
    seconds: readCount('seconds', values.seconds, 5),
    connections: readCount('connections', values.connections, 10),
    contacts: 1_000 * readCount('contacts', values.contacts, 200),
    streams: readCount('streams', values.streams, 1_000),
    workspaces: readCount('workspaces', values.workspaces, 1),
    minutes: readCount('minutes', values.minutes, 120),
    quick: values.quick,
  };
}

function readSection(name: string): Section {
  const section = sections.find((known) => known === name.trim());
  if (!section) throw new Error(`"${name}" is not one of ${sections.join(', ')}.`);
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
