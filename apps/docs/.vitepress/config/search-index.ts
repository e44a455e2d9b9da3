import type { MarkdownEnv } from 'vitepress';
import operations from '../../generated/operations.json' with { type: 'json' };

/**
 * Returns the text of a page for the search index. The reference is rendered in the browser, so its operations are
 * listed here.
 */
export function indexPage(src: string, env: MarkdownEnv, md: Renderer): string {
  const html = md.render(src, env);
  const { search, version } = env.frontmatter ?? {};
  if (search === false) return '';
  return version === undefined ? html : html + listOperations(md, String(version));
}

/** The operations are written as headings with anchors, since the search index consists of the sections of a page. */
function listOperations(md: Renderer, version: string): string {
  return operations
    .filter((operation) => operation.version === version)
    .map(({ link, method, fullPath, operationId, summary, description }) => {
      const anchor = link.slice(link.indexOf('#'));
      const title = `${md.utils.escapeHtml(summary)} <a href="${anchor}"></a>`;
      const text = `${operationId} ${method.toUpperCase()} ${fullPath} ${description}`;
      return `<h2 id="${anchor.slice(1)}">${title}</h2><p>${md.utils.escapeHtml(text)}</p>`;
    })
    .join('\n');
}

/** The part of the Markdown renderer that is used here. */
interface Renderer {
  render(src: string, env: MarkdownEnv): string;
  readonly utils: { escapeHtml(text: string): string };
}
