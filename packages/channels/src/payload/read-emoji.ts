import { type JsonRecord, readText } from './read-value.js';

/** An emoji of a family with skin tones has 25 code units. A provider may invent longer ones, but not texts. */
const maxLength = 64;

/** Returns the emoji of a reaction; null when there is none, and undefined when it is too long to be one. */
export function readEmoji(reaction: JsonRecord | undefined): string | null | undefined {
  const emoji = readText(reaction, 'emoji')?.trim();
  if (emoji === undefined || emoji === '') return null;
  return emoji.length <= maxLength ? emoji : undefined;
}
