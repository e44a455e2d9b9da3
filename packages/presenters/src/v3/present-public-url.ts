import type { components } from '@parley/contract/v3';
import type { FileLinks } from '@parley/core';

/** Returns the URL at which anybody can fetch the file with this token. */
export function presentPublicUrl(links: FileLinks, token: string): components['schemas']['FilePublicUrl'] {
  return { publicUrl: links.publicUrlOf(token) };
}
