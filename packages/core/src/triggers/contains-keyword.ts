/**
 * Whether a text contains a keyword as a whole word, or several words as a phrase: "hi" is in "Hi there!" and not in
 * "this". Case is ignored in every script, and so is the amount of space between words.
 */
export function containsKeyword(text: string, keyword: string): boolean {
  const words = keyword.normalize('NFC').trim().split(/\s+/u);
  const phrase = words.map(escapeWord).join('\\s+');
  const pattern = `${startsInWord.test(phrase) ? notAfterWord : ''}${phrase}${endsInWord.test(phrase) ? notBeforeWord : ''}`;
  return new RegExp(pattern, 'iu').test(text.normalize('NFC'));
}

const wordCharacter = '[\\p{L}\\p{M}\\p{N}_]';
const notAfterWord = `(?<!${wordCharacter})`;
const notBeforeWord = `(?!${wordCharacter})`;

/** Scripts without spaces between words: a character beside a keyword may belong to another word. */
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const startsInWord = new RegExp(`^(?![${unspaced}])${wordCharacter}`, 'u');
const endsInWord = new RegExp(`${wordCharacter}(?<![${unspaced}])$`, 'u');

function escapeWord(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
