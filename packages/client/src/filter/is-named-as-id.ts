/**
 * Whether a field has the name of an id. Names below `attributes.`, which the workspace chooses, never count as ids.
 */
export function isNamedAsId(field: string): boolean {
  return /^(i|\w+I)d$/.test(field);
}
