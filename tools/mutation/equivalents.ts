import type { Mutant } from './mutant.js';

/** Mutants that change nothing that a caller can observe, with the reason. They are not counted. */
export const equivalents: readonly (Pick<Mutant, 'file' | 'before' | 'after'> & {
  readonly reason: string;
})[] = [];

export function isEquivalent({ file, before, after }: Mutant): boolean {
  return equivalents.some((one) => one.file === file && one.before === before && one.after === after);
}
