import type { KeyWrapper, WrappedKey } from '@parley/database';

/** A key of signed file URLs as it is stored. Keys of the previous release are not wrapped. */
export interface StoredFileUrlKey {
  readonly id: string;
  readonly secret: Buffer;
  readonly wrappingKeyId: string | null;
}

/** These keys belong to no tenant, so they are wrapped like a data key instead of being sealed by one. */
export function wrapFileUrlSecret(
  keys: KeyWrapper,
  { id, secret }: { readonly id: string; readonly secret: Buffer },
): Promise<WrappedKey> {
  return keys.wrap(secret, fileUrlContext(id));
}

export async function unwrapFileUrlSecret(
  keys: KeyWrapper,
  { id, secret: wrapped, wrappingKeyId }: StoredFileUrlKey,
): Promise<Buffer> {
  return wrappingKeyId === null ? wrapped : keys.unwrap({ wrappingKeyId, wrapped }, fileUrlContext(id));
}

function fileUrlContext(id: string) {
  return { table: 'file_url_keys', id };
}
