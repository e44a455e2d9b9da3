/**
 * Returns the length of a text in code points, as JSON Schema counts it: an emoji is one, although JavaScript counts
 * two.
 */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
