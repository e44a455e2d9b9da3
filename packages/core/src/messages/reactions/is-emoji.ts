import type { InvalidParams } from '../../domain-error.js';
import type { ValidPart } from '../../valid-part.js';

/** Returns the error of a text that is not exactly one emoji. */
export function findReactionErrors({ emoji }: ValidPart<{ emoji: string | null }>): InvalidParams {
  const isValid = emoji === null || emoji === undefined || isEmoji(emoji);
  return isValid ? {} : { emoji: { key: 'invalid_string', message: 'Expected one emoji' } };
}

export function isAcceptedEmoji(emoji: string, accepted: readonly string[]): boolean {
  return accepted.some((other) => isSameEmoji(other, emoji));
}

/** Compares emojis without their variation selectors, which some keyboards and providers leave out. */
export function isSameEmoji(one: string | null, other: string | null): boolean {
  return one?.replaceAll(selector, '') === other?.replaceAll(selector, '');
}

/** An emoji that Unicode recommends for general interchange, also without some of its variation selectors. */
function isEmoji(text: string): boolean {
  return emojiPattern.test(text.replace(unselected, `$&${selector}`));
}

/** U+FE0F asks for the form of an emoji. */
const selector = '\uFE0F';

/** A character that is a text by default, such as a digit or a heart, unless a selector or a skin tone follows. */
const unselected = /(?!\p{Emoji_Presentation})\p{Emoji}(?![\uFE0F\p{Emoji_Modifier}])/gu;

const oneEmoji = '^\\p{RGI_Emoji}$';

/** Only the flag `v` knows emojis of several code points. TypeScript allows it in literals only for newer targets. */
const emojiPattern = new RegExp(oneEmoji, 'v');
