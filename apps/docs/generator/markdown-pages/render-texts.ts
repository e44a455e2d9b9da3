import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { contractVersions, type OperationEntry } from '../list-entries.js';
import { formatDay } from '../tables/lifetime.js';
import { readPages } from './read-pages.js';
import {
  type ListedPage,
  type LlmsOptions,
  renderFullText,
  renderLlms,
  type Section,
} from './render-llms.js';
import { renderPage } from './render-page.js';

const folder = fileURLToPath(new URL('../../pages', import.meta.url));
const base = process.env.DOCS_BASE ?? '/docs/';

const documents = {
  'The contract of v3 (OpenAPI 3.1)': 'openapi/v3.json',
  'The contract of v2, which has ended (OpenAPI 3.1)': 'openapi/v2.json',
  'Postman collection of v3': 'postman/v3.json',
  'All guides in one file': 'llms-full.txt',
};

/** Renders every page in Markdown, `llms.txt` and `llms-full.txt`, by their paths on the site. */
export async function renderTexts(operations: readonly OperationEntry[]): Promise<Record<string, string>> {
  const components = {
    DeprecationNote: renderDeprecation(),
    LandingJourney:
      'Start with the [quick start](/guides/quick-start), or read the [API reference](/reference/v3).',
    LandingReasons: '',
  };
  const pages = (await readPages(folder)).map((page) => ({
    path: page.path,
    title: page.title,
    text: renderPage(page, { base, operations, components }),
  }));
  const find = (link: string): ListedPage => {
    const path = `${link.slice(1).replace(/(^|\/)$/, '$1index')}.md`;
    const page = pages.find((one) => one.path === path);
    if (!page) throw new Error(`The navigation links to ${link}, which does not exist.`);
    return { ...page, link };
  };
  const { guides, reference } = await listSections(find);
  const options = { ...(await readIntroduction()), base, documents, sections: guides };
  return {
    ...Object.fromEntries(pages.map(({ path, text }) => [path, text])),
    'llms.txt': renderLlms({ ...options, sections: [...guides, reference] }),
    // The reference would make the file five times as long.
    'llms-full.txt': renderFullText(options),
  };
}

/** The part of the site's navigation that is read here. */
interface Navigation {
  readonly sidebar: readonly SidebarSection[];
  listPages(version: 'v3'): SidebarSection['items'];
}

interface SidebarSection {
  readonly text?: string;
  readonly items?: { readonly text?: string; readonly link?: string }[] | undefined;
}

/**
 * The navigation imports generated data, so it is imported only when they exist. Its name is a value, because the check of
 * all types would otherwise need the data.
 */
const navigation = new URL('../../.vitepress/config/navigation.ts', import.meta.url).href;

/** The sections of the sidebar. */
async function listSections(find: (link: string) => ListedPage) {
  const { sidebar, listPages }: Navigation = await import(navigation);
  const toSection = ({ text = '', items = [] }: SidebarSection): Section => ({
    title: text,
    pages: items.map(({ link = '', text: title = '' }) => ({ ...find(link), title })),
  });
  return {
    guides: sidebar.map(toSection),
    reference: toSection({ text: 'Operations and events of v3', items: listPages('v3') }),
  };
}

async function readIntroduction(): Promise<Pick<LlmsOptions, 'title' | 'description'>> {
  const config = await readFile(new URL('../../.vitepress/config/index.ts', import.meta.url), 'utf8');
  const read = (key: string) => new RegExp(`^  ${key}: '(.*)',$`, 'm').exec(config)?.[1] ?? '';
  return { title: read('title'), description: read('description') };
}

function renderDeprecation(): string {
  const { deprecatedAt, sunsetAt } = contractVersions.v2.table;
  return `v2 was deprecated on ${formatDay(deprecatedAt ?? '')} and ended on ${formatDay(sunsetAt ?? '')}: every path returns 410 \`version_sunset\`, unless the operator has moved the date.`;
}
