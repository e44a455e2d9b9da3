import type { Output, OutputStream } from '../output/output.js';

/** An option as `parseArgs` reads it, and as `--help` and completion show it. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly summary: string;
  /** The name of the value in `--help`; absent for a flag. */
  readonly value?: string;
  /** The values that completion offers. */
  readonly choices?: readonly string[];
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export interface Example {
  readonly command: string;
  readonly does: string;
}

/** What `--help` and completion know of a command. */
export interface Description {
  /** One word, or two for a command of a group: `events tail`. */
  readonly name: string;
  readonly summary: string;
  /** Further sentences of `--help`. */
  readonly details?: string;
  /** The words after the name, as in `<method> <path>`. */
  readonly usage?: string;
  readonly options: OptionSpecs;
  readonly examples: readonly Example[];
  /** The words that can follow those that are typed already. */
  readonly complete?: (typed: readonly string[]) => readonly Suggestion[];
}

export interface Suggestion {
  readonly word: string;
  readonly summary?: string;
}

/** Options of every command. */
export const globalOptions = {
  url: {
    type: 'string',
    value: '<url>',
    summary: 'root of the service (PARLEY_URL, or the one of the last login)',
  },
  json: { type: 'boolean', summary: 'prints JSON, for programs' },
  help: { type: 'boolean', short: 'h', summary: 'prints this text' },
} as const satisfies OptionSpecs;

/** The values of the options that were used. */
export type Values<Options extends OptionSpecs> = {
  readonly [Name in keyof Options]?: ValueOf<Options[Name]> | undefined;
};

type ValueOf<Option extends OptionSpec> = Option['type'] extends 'boolean'
  ? boolean
  : Option extends { readonly multiple: true }
    ? string[]
    : string;

export interface Input<Options extends OptionSpecs> extends Surroundings {
  readonly values: Values<Options>;
  /** The words that are not options. */
  readonly words: readonly string[];
  /** The value of `--url`. */
  readonly url: string | undefined;
  readonly output: Output;
}

export interface CommandSpec<Options extends OptionSpecs> extends Description {
  readonly options: Options;
  /** Returns the exit code. */
  readonly run: (input: Input<Options>) => Promise<number>;
}

/** A command whose types of options are hidden, so that commands of all kinds are in one table. */
export interface Command extends Description {
  readonly start: (start: Start) => Promise<number>;
}

export interface Start extends Surroundings {
  readonly words: readonly string[];
}

/** What the process passes to a command, apart from its arguments. */
export interface Surroundings {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The folder that the paths of files are relative to. */
  readonly cwd: string;
  readonly streams: Streams;
  /** Runs until it ends or the user interrupts it. */
  readonly untilInterrupted: <Value>(run: (signal: AbortSignal) => Promise<Value>) => Promise<Value>;
  /** Waits, or returns at once when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}
