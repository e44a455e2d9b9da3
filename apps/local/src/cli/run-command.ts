import { parseArgs } from 'node:util';
import { hideSecrets } from '@parley/config/hide-secrets';
import { AdministrationError } from '@parley/core/administration';
import { DataDirError, EncryptionKeyError } from '@parley/database';
import { CommandError, UsageError } from '../command-error.js';
import type { Command, CommandLine } from './command.js';
import { commands } from './commands.js';
import type { Environment } from './open-target.js';

/** What a process passes to its program. */
export interface Call {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly stdout: Output;
  readonly stderr: Output;
}

interface Output {
  write(text: string): unknown;
}

/** Runs the command of that name. Returns the exit code: 0 for success, 1 for an error, 2 for an invalid command line. */
export async function runCommand(name: string, call: Call): Promise<number> {
  const load = commands.get(name);
  if (load === undefined) {
    call.stderr.write(
      `There is no command "${name}". The commands are: ${[...commands.keys()].join(', ')}\n`,
    );
    return 2;
  }
  const { command } = await load();
  try {
    const line = readLine(command, call);
    const output = line === undefined ? command.help : await command.run(line);
    call.stdout.write(output === '' ? '' : `${output}\n`);
    return 0;
  } catch (error) {
    return report(error, command, call.stderr);
  }
}

function readLine(command: Command, { args, environment, stdout, stderr }: Call): CommandLine | undefined {
  const { values, positionals } = parse(command, args);
  if (values.has('help')) return undefined;
  const options = Object.fromEntries(
    [...values].map(([name, value]) => [name, Array.isArray(value) ? undefined : String(value)]),
  );
  return {
    words: positionals,
    options,
    environment,
    print: (line) => stdout.write(`${line}\n`),
    report: (line) => stderr.write(`${line}\n`),
  };
}

function parse({ options }: Command, args: readonly string[]) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help },
      allowPositionals: true,
    });
    return { values: new Map(Object.entries(values)), positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function report(error: unknown, command: Command, stderr: Output): number {
  if (error instanceof UsageError) {
    stderr.write(`${error.message}\n\n${command.help}\n`);
    return 2;
  }
  stderr.write(`${isMendable(error) ? error.message : describe(error)}\n`);
  return 1;
}

/** The message of this kind of error says what the user can do. */
function isMendable(error: unknown): error is Error {
  return [CommandError, AdministrationError, DataDirError, EncryptionKeyError].some(
    (kind) => error instanceof kind,
  );
}

/**
 * Returns the stack traces of an error and of its causes. Other properties of an error are left out, since one of them
 * can be a connection.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return hideSecrets(String(error));
  const cause = error.cause === undefined ? '' : `\nCaused by: ${describe(error.cause)}`;
  return `${hideSecrets(error.stack ?? error.message)}${cause}`;
}
