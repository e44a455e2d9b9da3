import { type ParseArgsConfig, parseArgs } from 'node:util';
import { hideSecrets } from '@parley/config/hide-secrets';
import { AdministrationError } from '@parley/core/administration';
import { DataDirError, EncryptionKeyError } from '@parley/database';
import { CommandError, UsageError } from '../command-error.js';
import type { Environment } from './open-target.js';

export interface Command {
  /** Shown by `--help`, and after an invalid command line. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Returns the whole text for standard output. */
  run(line: CommandLine): Promise<string>;
}

export interface CommandLine {
  readonly words: readonly string[];
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly environment: Environment;
}

/**
 * Runs a command of the command line. The exit code is 0 for success, 1 for an error, 2 for an invalid command line.
 */
export async function runCommand(command: Command): Promise<void> {
  try {
    const line = readLine(command);
    const output = line === undefined ? command.help : await command.run(line);
    process.stdout.write(output === '' ? '' : `${output}\n`);
  } catch (error) {
    process.exitCode = report(error, command);
  }
}

function readLine(command: Command): CommandLine | undefined {
  const { values, positionals } = parse(command);
  if (values.has('help')) return undefined;
  const options = Object.fromEntries(
    [...values].map(([name, value]) => [name, Array.isArray(value) ? undefined : String(value)]),
  );
  return { words: positionals, options, environment: process.env };
}

function parse({ options }: Command) {
  try {
    const help = { type: 'boolean', short: 'h' } as const;
    const { values, positionals } = parseArgs({ options: { ...options, help }, allowPositionals: true });
    return { values: new Map(Object.entries(values)), positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function report(error: unknown, command: Command): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${command.help}\n`);
    return 2;
  }
  process.stderr.write(`${isMendable(error) ? error.message : describe(error)}\n`);
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
