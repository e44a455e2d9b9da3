import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';

/** What a run has read and written, each as a hash. */
interface Run {
  readonly input: string;
  readonly outputs: string;
}

/** Returns whether the last run had the same input, and its outputs are still what it has written. */
export async function isSameRun(file: URL, input: string, outputs: readonly URL[]): Promise<boolean> {
  const last = await readRun(file);
  return last?.input === input && last.outputs === (await hashOutputs(outputs));
}

export async function keepRun(file: URL, input: string, outputs: readonly URL[]): Promise<void> {
  const run: Run = { input, outputs: await hashOutputs(outputs) };
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, JSON.stringify(run));
}

async function readRun(file: URL): Promise<Run | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // The first run has no file, and a run that was ended may have left half of one.
    return undefined;
  }
}

async function hashOutputs(files: readonly URL[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files)
    hash.update(`\n${file.pathname}\n`).update(await readFile(file).catch(() => 'none'));
  return hash.digest('hex');
}
