import type { MarkdownEnv } from 'vitepress';

/**
 * Returns the text of a page for the search index. Of an operation or event, everything before its first section is
 * enough to find it; the names of all fields would make the index three times as large.
 */
export function indexPage(src: string, env: MarkdownEnv, md: Renderer): string {
  const isReference = /^pageClass: operation-page$/m.test(src);
  const html = md.render(isReference ? src.slice(0, src.indexOf('\n## ')) : src, env);
  return env.frontmatter?.search === false ? '' : html;
}

/** The part of the Markdown renderer that is used here. */
interface Renderer {
  render(src: string, env: MarkdownEnv): string;
}
