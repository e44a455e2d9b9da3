/**
 * Only this many characters of a text are searched: a person who writes a message to use a keyword writes it at the
 * beginning.
 */
export const matchedLength = 4_096;

/** A word, a character of a script without spaces, or a symbol. */
interface Token {
  readonly text: string;
  readonly isAfterSpace: boolean;
}

/**
 * Prepares a text once for any number of keywords. The result says whether the text contains a keyword as a whole word,
 * or several words as a phrase: "hi" is in "Hi there!" and not in "this". Case is ignored in every script, and so is the
 * amount of space between words.
 */
export function createKeywordMatcher(text: string): (keyword: string) => boolean {
  const tokens = tokenize(text);
  const known = new Set(tokens.map((token) => token.text));
  return (keyword) => {
    const phrase = tokenize(keyword);
    return phrase.length > 0 && phrase.every((token) => known.has(token.text)) && hasPhrase(tokens, phrase);
  };
}

/** Returns the words of a text as one string, which texts have in common that differ in case, space and punctuation. */
export function wordsOf(text: string): string {
  return tokenize(text)
    .flatMap((token) => (wordPattern.test(token.text) ? token.text : []))
    .join(' ');
}

const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** In scripts without spaces between words, each character is a token: words cannot be told apart. */
const tokenPattern = new RegExp(
  `(\\s*)([${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_])+|\\S)`,
  'gu',
);
const wordPattern = /^[\p{L}\p{M}\p{N}_]/u;

function tokenize(text: string): Token[] {
  const tokens = [...fold(text.slice(0, matchedLength)).matchAll(tokenPattern)].map(([, space, token]) => ({
    text: token ?? '',
    isAfterSpace: space !== '',
  }));
  const last = tokens.at(-1);
  // Truncation may have left a part of a word, which could be another word.
  if (text.length > matchedLength && last && wordPattern.test(last.text)) tokens.pop();
  return tokens;
}

/** Returns the text in a form in which letters that differ only in case, or in how they are composed, are equal. */
function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ').replaceAll('ſ', 's');
}

/**
 * Reads every token of the text a fixed number of times, whatever the text and the phrase contain (Knuth, Morris and
 * Pratt).
 */
export function hasPhrase(tokens: readonly Token[], phrase: readonly Token[]): boolean {
  const borders = findBorders(phrase);
  let matched = 0;
  for (const token of tokens) {
    while (matched > 0 && !isSame(token, phrase[matched], matched)) matched = borders[matched - 1] ?? 0;
    if (isSame(token, phrase[matched], matched)) matched += 1;
    if (matched === phrase.length) return true;
  }
  return false;
}

/** Returns, for each prefix of the phrase, the length of its longest proper prefix that is also its suffix. */
function findBorders(phrase: readonly Token[]): number[] {
  const borders = [0];
  let length = 0;
  for (const token of phrase.slice(1)) {
    while (length > 0 && !isSame(token, phrase[length], length)) length = borders[length - 1] ?? 0;
    if (isSame(token, phrase[length], length)) length += 1;
    borders.push(length);
  }
  return borders;
}

/** The space before a phrase does not belong to it. */
function isSame(token: Token, other: Token | undefined, position: number): boolean {
  return token.text === other?.text && (position === 0 || token.isAfterSpace === other.isAfterSpace);
}
