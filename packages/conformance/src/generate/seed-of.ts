/** Returns a seed for one part of a run, independent of the other parts (FNV-1a, with the finalizer of MurmurHash3). */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join('\0')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return spread(hash);
}

/** Without the finalizer, names that differ only in their last letter get neighbouring seeds. */
function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (whole ^ (whole >>> 16)) | 0;
}
