/**
 * Returns the content without the fields that have no value, in the order of their names. An event that was recorded by an earlier release has no value for a
 * field that was added since: an older worker sends it without the field, and a newer one with null, an empty list or 0. These
 * bodies are the same, except for such fields.
 */
export function pickValues(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(pickValues);
  if (typeof content !== 'object' || content === null) return content;
  const fields = Object.entries(content)
    .filter(([, value]) => hasValue(value))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, value]) => [name, pickValues(value)]));
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== 0 && !(Array.isArray(value) && value.length === 0);
}
