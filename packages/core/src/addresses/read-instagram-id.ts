/**
 * Returns an Instagram id or user name in the form by which contacts are matched, or undefined when the text is not
 * one. Instagram ignores case, and people write an at sign before a name.
 */
export function readInstagramId(text: string): string | undefined {
  const id = text.trim().replace(/^@/, '').toLowerCase();
  return /^[a-z\d._]{1,64}$/.test(id) ? id : undefined;
}
