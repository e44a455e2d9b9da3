import { readdir, readFile } from 'node:fs/promises';

/** The sentences that people wrote about a release, by resource. */
export type Notes = ReadonlyMap<string, readonly string[]>;

const folder = new URL('../../changelog/', import.meta.url);

/** Reads the notes of all releases, by version and number: `v3-3.1.0`. */
export async function readNotes(): Promise<ReadonlyMap<string, Notes>> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const notes = files.map(async (name): Promise<[string, Notes]> => {
    const text = await readFile(new URL(name, folder), 'utf8');
    return [name.replace(/\.md$/, ''), parseNotes(text)];
  });
  return new Map(await Promise.all(notes));
}

/** A heading for each resource, with a list of sentences. */
export function parseNotes(text: string): Notes {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [title = '', ...lines] = section.split('\n');
      const items = lines.join('\n').split(/^- /m).slice(1);
      return [title.trim(), items.map((item) => item.trim().replaceAll(/\n\s*/g, ' '))];
    }),
  );
}
