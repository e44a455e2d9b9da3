import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface OperatorPage {
  /** The path of the page on the site, with its ending `.md`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

const folder = fileURLToPath(new URL('../../../docs/operations', import.meta.url));

/**
 * Returns the pages for operators, the overview first. They are in `docs/operations`, where operators without a site
 * read them.
 */
export async function readOperatorPages(): Promise<OperatorPage[]> {
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.md'));
  const pages = paths.map(async (path): Promise<OperatorPage> => {
    const text = await readFile(join(folder, path), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? path;
    return { path: siteName(path), title, text: rewriteLinks(text, dirname(path)) };
  });
  return (await Promise.all(pages)).sort((one, other) => rank(one).localeCompare(rank(other)));
}

function rank({ path, title }: OperatorPage): string {
  return path === 'index.md' ? '' : `${path.includes('/') ? 2 : 1} ${title}`;
}

function siteName(path: string): string {
  return path.replace(/README\.md$/, 'index.md');
}

/** The site has no pages for the other folders of the repository, so only the text of such a link is left. */
function rewriteLinks(text: string, place: string): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:|#)([^)]*)\)/g, (_, name: string, target: string) =>
    join(place, target).startsWith('..') ? name : `[${name}](${target.replace('README.md', 'index.md')})`,
  );
}
