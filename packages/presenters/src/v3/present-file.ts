import type { components } from '@parley/contract/v3';
import type { FileRecord } from '@parley/core';
import { presentPublicUrl } from './present-public-url.js';

/** `publicUrl` is the address of the service. */
export function presentFile(publicUrl: string, file: FileRecord): components['schemas']['File'] {
  return {
    id: file.id,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    name: file.name,
    contentType: file.contentType,
    size: file.size,
    publicUrl: file.publicToken === null ? null : presentPublicUrl(publicUrl, file.publicToken).publicUrl,
  };
}
