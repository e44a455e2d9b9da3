import type { components } from '@parley/contract/v3';
import type { FileLinks, FileRecord } from '@parley/core';

export function presentFile(links: FileLinks, file: FileRecord): components['schemas']['File'] {
  const { url, expiresAt } = links.sign(file.id);
  return {
    id: file.id,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    name: file.name,
    contentType: file.contentType,
    size: file.size,
    url,
    urlExpiresAt: expiresAt,
    publicUrl: file.publicToken === null ? null : links.publicUrlOf(file.publicToken),
  };
}
