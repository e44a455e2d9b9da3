import { fileTypeFromBuffer } from 'file-type';
import { Utf8Check } from './utf8-check.js';

const inspectedBytes = 4_096;

/** Detects the media type of a file from its bytes alone, as they arrive, since a caller can declare any type. */
export class ContentTypeDetector {
  readonly #text = new Utf8Check();
  #beginning: Buffer | undefined;
  #signature: Promise<string | undefined> | undefined;

  /** The memory of the bytes can be reused afterwards. */
  update(bytes: Buffer): void {
    this.#text.update(bytes);
    this.#beginning ??= Buffer.from(bytes.subarray(0, inspectedBytes));
    this.#signature ??= findSignature(Buffer.from(bytes));
  }

  /** Call it once, after the last bytes. */
  async detect(): Promise<string> {
    const bytes = this.#beginning ?? Buffer.alloc(0);
    if (isUtf16(bytes)) return 'application/octet-stream';
    const known = await this.#signature;
    if (known !== undefined && known !== 'application/xml') return known;
    const isText = this.#text.isText && beginsLikeText(bytes);
    if (!isText) return known ?? 'application/octet-stream';
    return findMarkup(bytes) ?? known ?? 'text/plain';
  }
}

/** The library mistakes text with a byte order mark for an MP3 file. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  return mark === 0xfffe || mark === 0xfeff;
}

/** The library can throw on a file that only begins like one of its types. The type is then unknown. */
async function findSignature(bytes: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    return undefined;
  }
}

/** Text contains no control characters except line breaks, tabs and escapes. */
function beginsLikeText(bytes: Buffer): boolean {
  return bytes.every((byte) => byte > 0x1f || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
}

/** Detects markup that a browser would render and that can contain a script. */
function findMarkup(bytes: Buffer): string | undefined {
  const beginning = bytes
    .toString('utf8')
    .replaceAll(/\uFEFF|<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)/gs, '')
    .trimStart();
  if (/^<(?:!doctype\s+)?svg\b/i.test(beginning)) return 'image/svg+xml';
  return /^<(?:!doctype\s+)?(?:html|head|body|title|meta|style|script|iframe)\b/i.test(beginning)
    ? 'text/html'
    : undefined;
}
