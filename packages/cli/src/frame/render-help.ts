import { type Command, type Description, globalOptions, type OptionSpecs } from './command.js';

/** The text of `parley --help`: all commands, in the order of the table. */
export function renderOverview(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  const rows = commands.map(({ name, summary }) => [`npx parley ${name}`, summary] as const);
  return `The command line of Parley.

${align(rows)}
npx parley <command> --help explains a command.

Exit codes: 0 done, 1 failed, 2 called wrongly.
`;
}

/** The text of `parley <command> --help`. */
export function renderHelp({ name, summary, details, usage, options, examples }: Description): string {
  const call = ['npx parley', name, usage, '[options]'].filter(Boolean).join(' ');
  const shown = examples.map(({ command, does }) => `  # ${does}\n  ${command}\n`).join('\n');
  return `${[
    `${summary}\n`,
    `  ${call}\n`,
    ...(details ? [`${details}\n`] : []),
    `Options:\n\n${align(describeOptions({ ...options, ...globalOptions }))}`,
    ...(shown ? [`Examples:\n\n${shown}`] : []),
  ].join('\n')}`;
}

function describeOptions(options: OptionSpecs): Array<readonly [string, string]> {
  return Object.entries(options).map(([name, { short, value, summary }]) => [
    [short && `-${short},`, `--${name}`, value].filter(Boolean).join(' '),
    summary,
  ]);
}

function align(rows: ReadonlyArray<readonly [string, string]>): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}
