import type { components } from '@parley/contract/v3';

/** Where anybody can fetch the file with this token; `publicUrl` is the address of the service. */
export function presentPublicUrl(publicUrl: string, token: string): components['schemas']['FilePublicUrl'] {
  return { publicUrl: `${publicUrl.replace(/(?<!\/)\/+$/, '')}/files/${token}` };
}
