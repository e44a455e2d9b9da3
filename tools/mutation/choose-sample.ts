import { keyOf, type Mutant } from './mutant.js';

/** Chooses mutants by a seed. A change elsewhere does not change the order. */
export function chooseSample(
  mutants: readonly Mutant[],
  { seed, count }: { seed: number; count: number },
): Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, rank: hash(`${seed}\n${keyOf(mutant)}`) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** FNV-1a, with the finalizer of MurmurHash3: names that differ in one letter get unrelated ranks. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
