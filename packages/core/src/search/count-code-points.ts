/** The length of a text as people and JSON Schema count it: an emoji is one, though JavaScript holds it as two. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
