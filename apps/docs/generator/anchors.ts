/** Returns the anchor of an operation on the page that sends requests, which passes the same slugs to its renderer. */
export function operationAnchor(tag: string, operationId: string): string {
  return `tag/${tagSlug(tag)}/${operationId}`;
}

export function webhookAnchor(tag: string, name: string): string {
  return `tag/${tagSlug(tag)}/webhook/${name}`;
}

export function tagSlug(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

/** Returns the place of an operation or event in the page that sends requests. */
export function tryLink({ version, anchor }: { readonly version: string; readonly anchor: string }): string {
  return `/reference/try/${version}#${anchor}`;
}
