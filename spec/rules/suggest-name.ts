/** Returns the candidate with the most similar spelling, if one is similar enough. */
export function suggestName(written: string, candidates: Iterable<string>): string | undefined {
  const ranked = [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(written, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const nearest = ranked[0];
  return nearest && nearest.distance <= written.length / 3 ? nearest.candidate : undefined;
}

/** Returns the Levenshtein distance. It computes one row of the table at a time. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
