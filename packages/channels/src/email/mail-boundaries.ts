import { readBoundaries } from './read-boundaries.js';

export interface Line {
  readonly start: number;
  /** The position of the line feed, or the end of the mail. */
  readonly end: number;
}

/**
 * Finds the lines that separate the parts of a mail (RFC 2046, section 5.1.1), line by line. It finds every line that the
 * parser finds and possibly more, since it reads `Content-Type` in every place, and not only in the heads of parts.
 */
export class MailBoundaries {
  readonly #mime: Buffer;
  readonly #declared = new Set<string>();
  /** The value of the field `Content-Type` whose lines are being read. */
  #field: string | undefined;
  /** A boundary is unclear, so that every line that begins with two dashes may separate parts. */
  #isAnyLine = false;

  constructor(mime: Buffer) {
    this.#mime = mime;
  }

  get size(): number {
    return this.#declared.size;
  }

  /** Reads the next line. Returns whether it begins or ends a part. */
  read({ start, end }: Line): 'begin' | 'end' | undefined {
    const lineEnd = this.#trimEnd({ start, end });
    this.#readField({ start, end: lineEnd });
    if (this.#mime[start] !== DASH || this.#mime[start + 1] !== DASH) return undefined;
    if (this.#isAnyLine) return 'begin';
    if (lineEnd - start > MAX_LENGTH) return undefined;
    const line = this.#mime.toString('latin1', start + 2, lineEnd);
    if (this.#declared.has(line)) return 'begin';
    return line.endsWith('--') && this.#declared.has(line.slice(0, -2)) ? 'end' : undefined;
  }

  #readField(line: Line): void {
    const isFolded = this.#field !== undefined && line.end > line.start && isBlank(this.#mime[line.start]);
    if (isFolded) {
      this.#field += this.#mime.toString('latin1', line.start, line.end);
      if ((this.#field?.length ?? 0) > MAX_LENGTH) this.#isAnyLine = true;
      return;
    }
    if (this.#field !== undefined) this.#declare(this.#field);
    this.#field = this.#valueOf(line);
  }

  #declare(field: string): void {
    const boundaries = field.length > MAX_LENGTH ? 'unclear' : readBoundaries(field);
    if (boundaries === 'unclear') this.#isAnyLine = true;
    else for (const boundary of boundaries) this.#declared.add(boundary);
  }

  /** Returns the value in the first line of a field `Content-Type`, and undefined for any other line. */
  #valueOf({ start, end }: Line): string | undefined {
    const nameAt = this.#skipBlank(start, end);
    const byte = this.#mime[nameAt] ?? 0;
    if ((byte | LOWER_CASE) !== LETTER_C) return undefined;
    const nameEnd = nameAt + NAME.length;
    if (this.#mime.toString('latin1', nameAt, nameEnd).toLowerCase() !== NAME) return undefined;
    const colon = this.#skipBlank(nameEnd, end);
    return this.#mime[colon] === COLON ? this.#mime.toString('latin1', colon + 1, end) : undefined;
  }

  #skipBlank(start: number, end: number): number {
    let at = start;
    while (at < end && isBlank(this.#mime[at])) at += 1;
    return at;
  }

  /** Blanks may follow a boundary, and carriage returns any line. */
  #trimEnd({ start, end }: Line): number {
    let at = end;
    while (at > start && TRAILING.has(this.#mime[at - 1] ?? 0)) at -= 1;
    return at;
  }
}

/** Outside of ASCII, some characters are blanks for the parser. */
function isBlank(byte = 0): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte >= 0x80;
}

const NAME = 'content-type';
const LETTER_C = 0x63;
const LOWER_CASE = 0x20;
const COLON = 0x3a;
const DASH = 0x2d;
const TRAILING = new Set([0x20, 0x09, 0x0d]);
/** A boundary has at most 70 characters, and a field with a boundary seldom more than 200. */
const MAX_LENGTH = 1_000;
