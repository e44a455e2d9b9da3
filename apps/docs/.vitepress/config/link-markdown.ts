/** Adds the address of the page in Markdown to the head of a page. */
export function linkMarkdown(html: string, base: string, page: string): string {
  if (page === '404.md') return html;
  const link = `<link rel="alternate" type="text/markdown" href="${base}${page}">`;
  return html.replace('</head>', `${link}</head>`);
}
