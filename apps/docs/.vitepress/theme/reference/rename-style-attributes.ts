/** Renames every `style` attribute of the markup to `data-style`; attribute values and text are not changed. */
export function renameStyleAttributes(html: string): string {
  return html.replaceAll(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) =>
    tag.replaceAll(/"[^"]*"|'[^']*'|(?<=\s)style(?=\s*=)/gi, (part) =>
      part.toLowerCase() === 'style' ? 'data-style' : part,
    ),
  );
}
