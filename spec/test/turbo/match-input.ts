/** Tells whether a pattern of `inputs` matches a path; both are relative to the same folder. */
export function matchesInput(pattern: string, path: string): boolean {
  const escaped = pattern.replaceAll(/[.+^$()|[\]\\]/g, String.raw`\$&`);
  const source = escaped
    .replaceAll('**/', '\0')
    .replaceAll('**', '\u0001')
    .replaceAll('*', '[^/]*')
    .replaceAll(/\{([^{}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`)
    .replaceAll('\0', '(?:.*/)?')
    .replaceAll('\u0001', '.*');
  return new RegExp(`^${source}$`).test(path);
}
