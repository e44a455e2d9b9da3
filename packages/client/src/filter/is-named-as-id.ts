/** Does not match names below `attributes.`, which the workspace chooses. */
export function isNamedAsId(field: string): boolean {
  return /^(i|\w+I)d$/.test(field);
}
