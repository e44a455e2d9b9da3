import type { InvalidParams } from '../domain-error.js';
import { wordsOf } from '../triggers/contains-keyword.js';
import type { ValidPart } from '../valid-part.js';
import { ValidationErrors } from '../validation-errors.js';

/** The words with which a contact unsubscribes from campaigns, and subscribes to them again. */
export interface SubscriptionWords {
  readonly stopWords: readonly string[];
  readonly startWords: readonly string[];
}

/**
 * Returns an error for each word that cannot be recognized in a message, or has both meanings. A word that the schema
 * rejected is undefined and has its error already.
 */
export function findSubscriptionErrors({
  stopWords = [],
  startWords = [],
}: ValidPart<SubscriptionWords>): InvalidParams {
  const errors = new ValidationErrors();
  for (const [field, words] of Object.entries({ stopWords, startWords })) {
    words.forEach((word, index) => {
      if (word !== undefined && wordsOf(word) === '') {
        errors.add(`${field}.${index}`, 'invalid_string', 'Must contain a letter or a digit');
      }
    });
  }
  startWords.forEach((word, index) => {
    if (word !== undefined && isOneOf(stopWords, wordsOf(word))) {
      errors.add(`startWords.${index}`, 'invalid_string', 'Is also a stop word');
    }
  });
  return errors.invalidParams;
}

/** Returns whether a message with this text subscribes its sender; undefined if it does neither. */
export function readSubscription(
  text: string,
  { stopWords, startWords }: SubscriptionWords,
): boolean | undefined {
  if (stopWords.length + startWords.length === 0) return undefined;
  const words = wordsOf(text);
  if (isOneOf(stopWords, words)) return false;
  return isOneOf(startWords, words) ? true : undefined;
}

/** A text without words is never one of the list. */
function isOneOf(list: readonly (string | undefined)[], words: string): boolean {
  return words !== '' && list.some((word) => word !== undefined && wordsOf(word) === words);
}
