import { encodeExtended } from 'content-disposition';
import { toStorable } from '../validation/storable-text.js';

/**
 * RFC 6266: a plain name for old clients, and the real one in UTF-8. The plain one has no character that needs an escape,
 * since clients disagree about escapes.
 */
export function formatFileName(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_');
  return `filename="${plain}"; filename*=${encodeExtended(toStorable(name))}`;
}
