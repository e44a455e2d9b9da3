import type { ParseArgsConfig } from 'node:util';
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
  /** Prints a line to standard output before the end of the command. */
  readonly print: (line: string) => void;
  /** Prints a line to standard error. */
  readonly report: (line: string) => void;
}
