import type { IncompleteReason } from '../adapter/channel-adapter.js';

/**
 * The bounds up to which a mail is parsed. Each number is several times what usual mails have. The parser's time grows in
 * proportion to each of them and stays under a few seconds.
 */
export const mailBounds = {
  /** The size of the header fields of the mail and of all its parts. Postfix accepts 100 KB, Exchange 256 KB. */
  headBytes: 256 * 1024,
  /** The number of lines that can separate parts, which are the lines that begin with two dashes. A part takes 30 µs. */
  parts: 20_000,
  /** A mail of 25 MB in base64 has 250,000 lines. */
  lines: 300_000,
  attachments: 100,
  /** The text may be as long as the longest message that can be sent. */
  textLength: 100_000,
} as const;

/** Finds a bound that the mail exceeds, in one pass over the bytes. The parser itself refuses too many header fields. */
export function findExceededBound(mime: Buffer): IncompleteReason | undefined {
  let lines = 0;
  let delimiters = 0;
  for (let start = 0; start < mime.length; ) {
    lines += 1;
    if (mime[start] === DASH && mime[start + 1] === DASH) delimiters += 1;
    if (lines > mailBounds.lines) return 'lines';
    if (delimiters > mailBounds.parts) return 'parts';
    const newline = mime.indexOf(LINE_FEED, start);
    start = newline === -1 ? mime.length : newline + 1;
  }
  return undefined;
}

/** Finds the position of the empty line after the header fields. */
export function findHeadEnd(mime: Buffer): number {
  const ends = ['\n\r\n', '\n\n'].map((end) => mime.indexOf(end)).filter((position) => position !== -1);
  return Math.min(mime.length, ...ends);
}

const LINE_FEED = 0x0a;
const DASH = 0x2d;
