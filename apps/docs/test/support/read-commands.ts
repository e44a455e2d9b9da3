import { readFile } from 'node:fs/promises';

export const repository = new URL('../../../../', import.meta.url);

/** Returns the shell commands on a page, block by block. */
export async function readCommands(page: string): Promise<string[]> {
  const text = await readFile(new URL(page, repository), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
}

/** Returns the files that a page includes, and the names under which the reader saves them. */
export async function readSavedFiles(page: string): Promise<Array<{ name: string; content: string }>> {
  const text = await readFile(new URL(page, repository), 'utf8');
  const matches = [...text.matchAll(/Save this as `(?<name>[^`]+)`.*?^<<< @\/(?<path>\S+)$/gms)];
  return Promise.all(
    matches.map(async ({ groups: { name = '', path = '' } = {} }) => ({
      name,
      content: await readFile(new URL(`apps/docs/pages/${path}`, repository), 'utf8'),
    })),
  );
}
