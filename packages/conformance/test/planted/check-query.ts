/** Returns the errors of the query of a list by parameter; each is named like a kind of mutation. */
export function checkQuery(query: URLSearchParams): Record<string, string> {
  const errors = checkKeys(query, ['limit', 'kind', 'sizes', 'tags']);
  const limit = query.get('limit');
  const kind = query.get('kind');
  if (limit === null) errors.limit = 'missing-required';
  else if (!/^-?\d+$/.test(limit)) errors.limit = 'wrong-type';
  else if (Number(limit) < 1 || Number(limit) > 50) errors.limit = 'out-of-range';
  if (kind !== null && !['book', 'toy'].includes(kind)) errors.kind = 'not-in-enum';
  const sizes = query.get('sizes');
  if (sizes !== null) Object.assign(errors, checkSizes(sizes.split(',')));
  return { ...errors, ...checkTags(query.getAll('tags')) };
}

/** Unknown keys are errors. */
export function checkKeys(query: URLSearchParams, known: readonly string[]): Record<string, string> {
  const unknown = [...query.keys()].filter((name) => !known.includes(name));
  return Object.fromEntries(unknown.map((name) => [name, 'unknown-key']));
}

function checkSizes(sizes: readonly string[]): Record<string, string> {
  if (sizes.length === 1 && /[|; ]/.test(sizes[0] ?? '')) return { sizes: 'wrong-style' };
  if (!sizes.every((size) => /^-?\d+$/.test(size))) return { sizes: 'wrong-type' };
  if (sizes.length < 2) return { sizes: 'too-few' };
  if (sizes.length > 4) return { sizes: 'too-many' };
  return new Set(sizes).size < sizes.length ? { sizes: 'not-unique' } : {};
}

function checkTags(tags: readonly string[]): Record<string, string> {
  if (tags.some((tag) => /^[a-z]+[,|; ][a-z,|; ]+$/.test(tag))) return { tags: 'wrong-style' };
  if (tags.some((tag) => !/^[a-z]{1,10}$/.test(tag))) return { tags: 'bad-format' };
  return tags.length > 3 ? { tags: 'too-many' } : {};
}
