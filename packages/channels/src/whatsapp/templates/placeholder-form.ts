/** How Meta writes the placeholders of a text. */
export interface PlaceholderForm {
  /** Whether the placeholders have names at Meta; otherwise they have numbers. */
  readonly isNamed: boolean;
  /** The placeholders in the order in which Meta counts them. */
  readonly ordered: readonly string[];
}

/**
 * In a template of Meta, all placeholders are numbers, or all are names of lowercase letters. Any other name is only
 * ours: the approved text has numbers instead, which start at one and follow the order of the text.
 */
export function placeholderForm(placeholders: readonly string[]): PlaceholderForm {
  const isNumbered = placeholders.every((name) => /^\d+$/.test(name));
  const isNamed = !isNumbered && placeholders.every((name) => /^[a-z0-9_]+$/.test(name));
  const ordered = isNumbered
    ? placeholders.toSorted((one, other) => Number(one) - Number(other))
    : placeholders;
  return { isNamed, ordered };
}
