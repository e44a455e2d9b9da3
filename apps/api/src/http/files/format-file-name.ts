import { encodeExtended } from 'content-disposition';
import { toStorable } from '../validation/storable-text.js';

/**
 * Formats the name of a file for `Content-Disposition` (RFC 6266): a plain name for old clients, and the real name in
 * UTF-8. The plain name contains no character that needs an escape, since clients decode escapes differently.
 */
export function formatFileName(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `filename="${plain}"; filename*=${encodeExtended(toStorable(name))}`;
}
