import type { IncompleteReason } from '../adapter/channel-adapter.js';
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
  const boundaries = findBoundaries(mime);
  if (boundaries.size > mailBounds.parts) return 'parts';
  const heads = new MailHeads(mime, mailBounds);
  let lines = 0;
  let delimiters = 0;
  for (let start = 0; start < mime.length; ) {
    const newline = mime.indexOf(LINE_FEED, start);
    const end = newline === -1 ? mime.length : newline;
    lines += 1;
    if (lines > mailBounds.lines) return 'lines';
    if (isDelimiter(mime, { start, end }, boundaries)) {
      delimiters += 1;
      heads.beginPart(end + 1);
    } else if (heads.isExceededBy({ start, end })) return 'head';
    if (delimiters > mailBounds.parts) return 'parts';
    start = end + 1;
  }
  return undefined;
}

/** Finds the position of the empty line after the header fields. */
export function findHeadEnd(mime: Buffer): number {
  const ends = ['\n\r\n', '\n\n'].map((end) => mime.indexOf(end)).filter((position) => position !== -1);
  return Math.min(mime.length, ...ends);
}

/** Finds every boundary that any part declares (RFC 2046, section 5.1.1), including the forms of RFC 2231. */
function findBoundaries(mime: Buffer): ReadonlySet<string> {
  const declared = mime.toString('latin1').matchAll(/boundary(?:\*0?\*?)?\s*=\s*"?([^"\r\n;]{1,200})/gi);
  return new Set(Array.from(declared, ([, value = '']) => value.trim()));
}

function isDelimiter(
  mime: Buffer,
  { start, end }: { start: number; end: number },
  boundaries: ReadonlySet<string>,
): boolean {
  if (mime[start] !== DASH || mime[start + 1] !== DASH || end - start > MAX_DELIMITER_LENGTH) return false;
  const line = mime.toString('latin1', start + 2, end).trimEnd();
  return boundaries.has(line) || (line.endsWith('--') && boundaries.has(line.slice(0, -2)));
}

const LINE_FEED = 0x0a;
const DASH = 0x2d;
const MAX_DELIMITER_LENGTH = 300;
