import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export interface SourcePage {
  /** The path of the file below the folder of the pages: `guides/errors.md`. */
  readonly path: string;
  readonly title: string;
  /** The values at the top of the page. */
  readonly settings: Readonly<Record<string, string>>;
  /** The page with its included parts, without its settings. */
  readonly text: string;
}

/** Reads the pages of the site as VitePress does: with the parts and the code that they include. */
export async function readPages(folder: string): Promise<SourcePage[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.name.endsWith('.md'))
    .map((file) => join(file.parentPath, file.name));
  return Promise.all(paths.toSorted().map((path) => readPage(folder, path)));
}

async function readPage(folder: string, file: string): Promise<SourcePage> {
  const [, head = '', body = ''] = /^(?:---\n(.*?)\n---\n)?(.*)$/s.exec(await readFile(file, 'utf8')) ?? [];
  const settings = Object.fromEntries(
    [...head.matchAll(/^(\w+): (.*)$/gm)].map(([, key = '', value = '']) => [
      key,
      value.replace(/^"(.*)"$/, '$1'),
    ]),
  );
  const text = await includeCode(await includeParts(body, dirname(file)), folder);
  const title = settings.title ?? /^# (.+)$/m.exec(text)?.[1] ?? '';
  return { path: relative(folder, file), title, settings, text };
}

async function includeParts(text: string, folder: string): Promise<string> {
  return replaceAll(text, /<!--@include: (\S+?)-->/g, async ([, path = '']) => {
    const part = join(folder, path);
    return (await includeParts(await readFile(part, 'utf8'), dirname(part))).trim();
  });
}

/** A label in brackets is the title of a tab, which is written above the code. */
async function includeCode(text: string, folder: string): Promise<string> {
  return replaceAll(text, /^<<< @\/(\S+)(?: \[(.+)\])?$/gm, async ([, path = '', label]) => {
    const code = await readFile(join(folder, path), 'utf8');
    const language = path.slice(path.lastIndexOf('.') + 1);
    return `${label === undefined ? '' : `${label}:\n\n`}\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
  });
}

async function replaceAll(
  text: string,
  pattern: RegExp,
  render: (match: RegExpExecArray) => Promise<string>,
): Promise<string> {
  const found = [...text.matchAll(pattern)];
  const parts = await Promise.all(found.map(render));
  let end = 0;
  const pieces = found.map((match, index) => {
    const piece = text.slice(end, match.index) + parts[index];
    end = match.index + match[0].length;
    return piece;
  });
  return pieces.join('') + text.slice(end);
}
