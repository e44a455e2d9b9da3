import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface ToolOptions {
  /** The user and the group of the program; the default is our own. */
  readonly as?: Account;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Runs a program of the system to its end and returns its output. A failure contains what the program printed. */
export async function runTool(
  file: string,
  args: readonly string[],
  { as, cwd, env = process.env }: ToolOptions = {},
): Promise<string> {
  try {
    const { stdout } = await execute(file, args, { ...as, cwd, env, maxBuffer: 64 * 1_024 * 1_024 });
    return stdout;
  } catch (error) {
    const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`${file} ${args.join(' ')} failed: ${printed.trim().slice(-2_000)}`, { cause: error });
  }
}
