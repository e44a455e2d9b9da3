/** Not below `attributes.`, where names are made up. */
export function isNamedAsId(field: string): boolean {
  return /^(i|\w+I)d$/.test(field);
}
