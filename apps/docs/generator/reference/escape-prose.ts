/** Escapes what Vue would read as a tag or an expression. */
export function escapeProse(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? escapeCode(part) : part.replaceAll('<', '&lt;')))
    .join('');
}

/** In inline code, VitePress escapes tags, but not double braces. */
function escapeCode(part: string): string {
  return part.includes('{{')
    ? `<code v-pre>${part.slice(1, -1).replaceAll('<', '&lt;').replaceAll(/\n\s*/g, ' ')}</code>`
    : part;
}
