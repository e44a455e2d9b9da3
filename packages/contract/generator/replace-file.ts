import { rename, writeFile } from 'node:fs/promises';

/** Replaces a file as a whole: a process that reads it meanwhile, or after the generator was ended, never sees a part of it. */
export async function replaceFile(file: URL, text: string): Promise<void> {
  // No build reads a file with such a name.
  const draft = new URL(`${file.href}.${process.pid}.draft`);
  await writeFile(draft, text);
  await rename(draft, file);
}
