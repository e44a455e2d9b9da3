import { runCommand } from '../../src/cli/run-command.js';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of an operator in this process. */
export async function callCommand(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const printed = { stdout: '', stderr: '' };
  const streamTo = (name: keyof typeof printed) => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const code = await runCommand(name, {
    args,
    environment,
    stdout: streamTo('stdout'),
    stderr: streamTo('stderr'),
  });
  return { code, ...printed };
}
