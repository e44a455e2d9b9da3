import type { IncompleteReason } from '../adapter/channel-adapter.js';
import { MailBoundaries } from './mail-boundaries.js';
import { MailHeads } from './mail-heads.js';

/**
 * The bounds up to which a mail is parsed. Each number is several times what usual mails have, and keeps the work of
 * the parser under a few seconds: the time of the parser grows with the square of the number of parts and of header
 * lines.
 */
export const mailBounds = {
  /** The size of the header fields, of the mail and of each part. Postfix accepts 100 KB, Exchange 256 KB. */
  headBytes: 256 * 1024,
  headLines: 2_000,
  /** The number of lines that separate parts, in the whole mail. */
  parts: 250,
  /** A mail of 25 MB in base64 has 250,000 lines. */
  lines: 300_000,
  attachments: 100,
  /** The text may be as long as the longest message that can be sent. */
  textLength: 100_000,
} as const;

/** Finds a bound that the mail exceeds, in one pass over the bytes. */
export function findExceededBound(mime: Buffer): IncompleteReason | undefined {
  const boundaries = new MailBoundaries(mime);
  const heads = new MailHeads(mime, mailBounds);
  let lines = 0;
  let delimiters = 0;
  for (let start = 0; start < mime.length; ) {
    const newline = mime.indexOf(LINE_FEED, start);
    const end = newline === -1 ? mime.length : newline;
    lines += 1;
    if (lines > mailBounds.lines) return 'lines';
    const delimiter = boundaries.read({ start, end });
    if (delimiter !== undefined) delimiters += 1;
    if (delimiter === 'begin') heads.beginPart(end + 1);
    else if (heads.isExceededBy({ start, end })) return 'head';
    if (delimiters > mailBounds.parts || boundaries.size > mailBounds.parts) return 'parts';
    start = end + 1;
  }
  return undefined;
}

/** Finds the position of the empty line after the header fields. */
export function findHeadEnd(mime: Buffer): number {
  const ends = ['\n\r\n', '\n\n'].map((end) => mime.indexOf(end)).filter((position) => position !== -1);
  return Math.min(mime.length, ...ends);
}

const LINE_FEED = 0x0a;
