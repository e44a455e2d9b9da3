import { posix } from 'node:path';
import type { OperationEntry } from '../list-entries.js';
import { code } from '../markdown.js';
import type { SourcePage } from './read-pages.js';

export interface PageOptions {
  /** The path at which the site is served, with a slash at its end. */
  readonly base: string;
  readonly operations: ReadonlyArray<
    Pick<OperationEntry, 'version' | 'operationId' | 'method' | 'fullPath' | 'link'>
  >;
  /** The texts of the components that pages use, by name. */
  readonly components: Readonly<Record<string, string>>;
}

/** Renders a page as plain Markdown, for readers without a browser. Links lead to pages in the same format. */
export function renderPage(page: SourcePage, options: PageOptions): string {
  const parts = page.text.split(/^(```[\s\S]*?^```$)/m);
  const text = parts
    .map((part) => (part.startsWith('```') ? part : renderProse(part, page, options)))
    .join('');
  const title = /^# /m.test(text) ? '' : `# ${page.title}\n\n`;
  return `${title}${text.trim().replaceAll(/\n{3,}/g, '\n\n')}\n`;
}

/** Returns the address of a page in Markdown: `/docs/guides/errors.md` for `/guides/errors`. */
export function markdownAddress(link: string, base: string): string {
  const [, path = '', anchor = ''] = /^\/([^#]*)(#.*)?$/.exec(link) ?? [];
  // The names of events have dots too.
  if (/\.(?:json|txt|xml)$/.test(path)) return `${base}${path}${anchor}`;
  const file = path === '' || path.endsWith('/') ? `${path}index` : path.replace(/\.md$/, '');
  return `${base}${file}.md${anchor}`;
}

function renderProse(prose: string, page: SourcePage, options: PageOptions): string {
  return prose
    .replaceAll(/<(\w+) \/>/g, (tag, name: string) => options.components[name] ?? tag)
    .replaceAll(/^<\/?(?:main|div|[A-Z]\w*)(?: class="[\w ]+")?>$/gm, '')
    .replaceAll(/<code v-pre>(.*?)<\/code>/g, (_, text: string) => code(text))
    .replaceAll(/^::: \w+ (.+)$/gm, '**$1**')
    .replaceAll(/^:::.*$/gm, '')
    .replaceAll(/^(#+ .*) \{#.*\}$/gm, '$1')
    .replaceAll(/\[\[(?:(v2):)?(\w+)\]\]/g, (_, version = 'v3', id: string) => {
      const found = options.operations.find((one) => one.version === version && one.operationId === id);
      if (!found) throw new Error(`${page.path} links to ${id}, which does not exist.`);
      return `[${code(`${found.method.toUpperCase()} ${found.fullPath}`)}](${found.link})`;
    })
    .replaceAll(/\]\((?!\w+:|#)([^)\s]+)\)/g, (_, target: string) => {
      const link = posix.resolve('/', posix.dirname(page.path), target);
      const slash = /\/(?:#|$)/.test(target) && link !== '/' ? '/' : '';
      return `](${markdownAddress(slash ? link.replace(/(#|$)/, '/$1') : link, options.base)})`;
    });
}
