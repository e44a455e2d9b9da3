/** Returns the anchor of an operation in the reference. The reference page passes the same slugs to its renderer. */
export function operationAnchor(tag: string, operationId: string): string {
  return `tag/${tagSlug(tag)}/${operationId}`;
}

export function webhookAnchor(tag: string, name: string): string {
  return `tag/${tagSlug(tag)}/webhook/${name}`;
}

export function tagSlug(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}
