/** The markup with `data-style` in place of every `style` attribute; what stands in values and between tags stays. */
export function renameStyleAttributes(html: string): string {
  return html.replaceAll(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) =>
    tag.replaceAll(/"[^"]*"|'[^']*'|(?<=\s)style(?=\s*=)/gi, (part) =>
      part.toLowerCase() === 'style' ? 'data-style' : part,
    ),
  );
}
