import type { InvalidParams } from '../../domain-error.js';
import type { ValidPart } from '../../valid-part.js';

/** Returns the error of a text that is not exactly one emoji. */
export function findReactionErrors({ emoji }: ValidPart<{ emoji: string | null }>): InvalidParams {
  const isValid = emoji === null || emoji === undefined || isEmoji(emoji);
  return isValid ? {} : { emoji: { key: 'invalid_string', message: 'Expected one emoji' } };
}

/** Compares emojis without their variation selector, which some keyboards leave out. */
export function isAcceptedEmoji(emoji: string, accepted: readonly string[]): boolean {
  return accepted.some((other) => withoutSelector(other) === withoutSelector(emoji));
}

/** An emoji that Unicode recommends for general interchange, also without its variation selector. */
function isEmoji(text: string): boolean {
  return emojiPattern.test(text) || emojiPattern.test(`${text}${selector}`);
}

function withoutSelector(emoji: string): string {
  return emoji.replaceAll(selector, '');
}

/** U+FE0F asks for the form of an emoji. */
const selector = '\uFE0F';

const oneEmoji = '^\\p{RGI_Emoji}$';

/** Only the flag `v` knows emojis of several code points. TypeScript allows it in literals only for newer targets. */
const emojiPattern = new RegExp(oneEmoji, 'v');
