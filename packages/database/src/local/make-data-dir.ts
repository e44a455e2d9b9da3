import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Creates the folder that `DATA_DIR` names, or throws an error of one line that says why it cannot. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new DataDirError(await explain(dataDir, error), { cause: error });
  }
}

export class DataDirError extends Error {
  override readonly name = 'DataDirError';
}

async function explain(dataDir: string, error: unknown): Promise<string> {
  const file = await findFile(dataDir);
  if (file === dataDir)
    return `DATA_DIR is ${dataDir}, which is a file. Set DATA_DIR to a folder, or move the file away.`;
  if (file)
    return `DATA_DIR is ${dataDir}, but ${file} is a file. Set DATA_DIR to a folder, or move the file away.`;
  const reason = error instanceof Error ? error.message : String(error);
  return `DATA_DIR is ${dataDir}, which cannot be created: ${reason}. Set DATA_DIR to a folder that you may write to.`;
}

/** Finds the path itself or its nearest existing parent, if that is a file. */
async function findFile(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found) return found.isDirectory() ? undefined : path;
  const parent = dirname(path);
  return parent === path ? undefined : findFile(parent);
}
