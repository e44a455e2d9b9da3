/** A seed for one part of a run, which is the same whatever else the run does (FNV-1a, finished as MurmurHash3 is). */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join('\0')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return spread(hash);
}

/** Without it, names that differ in their last letter alone stay neighbours, and what is in their middle is never first. */
function spread(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35);
  return (whole ^ (whole >>> 16)) | 0;
}
