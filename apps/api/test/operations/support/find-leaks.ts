import { findStrings } from './find-strings.js';
import type { Snapshot } from './snapshot-tenant.js';

/** Returns the texts in a response that only another tenant has and that the caller neither has nor has sent. */
export function findLeaks(
  { own, other }: { readonly own: Snapshot; readonly other: Snapshot },
  request: unknown,
  response: unknown,
): string[] {
  const known = JSON.stringify([own, request]);
  const shown = JSON.stringify(response);
  const secrets = findStrings(other).filter((text) => text.length > 3 && !known.includes(inner(text)));
  if (secrets.length <= 20) throw new Error('The other tenant has too few texts of its own.');
  return secrets.filter((text) => isShown(inner(text), shown));
}

/** Names end with a number, so that one name can be the prefix of another. */
function isShown(text: string, shown: string): boolean {
  return shown.split(text).some((after, index) => index > 0 && !/^\d/.test(after));
}

function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
