import { markdownAddress } from './render-page.js';

export interface Section {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

export interface ListedPage {
  readonly title: string;
  /** The path of the page on the site: `/guides/errors`. */
  readonly link: string;
  /** The page in Markdown. */
  readonly text: string;
}

export interface LlmsOptions {
  readonly title: string;
  readonly description: string;
  readonly base: string;
  /** Documents that are not pages, by name. */
  readonly documents: Readonly<Record<string, string>>;
  readonly sections: readonly Section[];
}

/** Renders `llms.txt` (llmstxt.org): the pages of the site in Markdown, with a sentence each. */
export function renderLlms({ title, description, base, documents, sections }: LlmsOptions): string {
  const listed = sections.map(({ title: name, pages }) => {
    const lines = pages.map((page) => {
      const sentence = firstSentence(page.text);
      return `- [${page.title}](${markdownAddress(page.link, base)})${sentence && `: ${sentence}`}`;
    });
    return `## ${name}\n\n${lines.join('\n')}`;
  });
  const files = Object.entries(documents).map(([name, path]) => `- [${name}](${base}${path})`);
  const parts = [`# ${title}`, `> ${description}`, `## Documents\n\n${files.join('\n')}`, ...listed];
  return `${parts.join('\n\n')}\n`;
}

/** Renders `llms-full.txt`: the pages themselves, one after the other. */
export function renderFullText({ title, description, base, sections }: LlmsOptions): string {
  const pages = sections.flatMap((section) =>
    section.pages.map(({ link, text }) => `<!-- ${markdownAddress(link, base)} -->\n\n${text.trim()}`),
  );
  return `${[`# ${title}`, `> ${description}`, ...pages].join('\n\n')}\n`;
}

/** Returns the first sentence of the first paragraph. */
function firstSentence(text: string): string {
  const paragraph = text.split('\n\n').find((part) => /^[A-Z`[]/.test(part)) ?? '';
  const line = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  return /^.*?[.:](?=\s|$)/.exec(line)?.[0].replace(/:$/, '.') ?? '';
}
