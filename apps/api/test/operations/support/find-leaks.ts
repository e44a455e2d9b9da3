import { findStrings } from './find-strings.js';
import type { Snapshot } from './snapshot-tenant.js';

/** Returns the texts in a response that only another tenant has and that the caller neither has nor has sent. */
export function findLeaks(
  { own, other }: { readonly own: Snapshot; readonly other: Snapshot },
  request: unknown,
  response: unknown,
): string[] {
  const [sent, shown] = [JSON.stringify(request ?? null), JSON.stringify(response)];
  return secretsOf(own, other).filter((text) => isShown(text, shown) && !sent.includes(text));
}

const knownSecrets = new WeakMap<Snapshot, WeakMap<Snapshot, readonly string[]>>();

/** Returns the texts that only the other tenant has, as they are in JSON. Many responses are compared with the same snapshots. */
function secretsOf(own: Snapshot, other: Snapshot): readonly string[] {
  const ofOther = knownSecrets.get(other) ?? new WeakMap<Snapshot, readonly string[]>();
  const secrets = ofOther.get(own) ?? listSecrets(own, other);
  knownSecrets.set(other, ofOther.set(own, secrets));
  return secrets;
}

function listSecrets(own: Snapshot, other: Snapshot): readonly string[] {
  const known = JSON.stringify(own);
  const texts = new Set(findStrings(other).filter((text) => text.length > 3));
  const secrets = [...texts].map(inner).filter((text) => !known.includes(text));
  if (secrets.length <= 20) throw new Error('The other tenant has too few texts of its own.');
  return secrets;
}

/** Names end with a number, so that one name can be the prefix of another. */
function isShown(text: string, shown: string): boolean {
  return shown.includes(text) && shown.split(text).some((after, index) => index > 0 && !/^\d/.test(after));
}

function inner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
