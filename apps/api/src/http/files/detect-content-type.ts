import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';

/** Detects the media type from the bytes alone, since a caller may name any type. */
export async function detectContentType(bytes: Buffer): Promise<string> {
  if (isUtf16(bytes)) return 'application/octet-stream';
  const known = await findSignature(bytes);
  if (known !== undefined && known !== 'application/xml') return known;
  if (!isText(bytes)) return known ?? 'application/octet-stream';
  return findMarkup(bytes) ?? known ?? 'text/plain';
}

/** Text that begins with a byte order mark, which the library takes for the beginning of an MP3 file. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  return mark === 0xfffe || mark === 0xfeff;
}

/** The library can throw on a file that only begins like one of its type. The type is unknown then. */
async function findSignature(bytes: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(bytes))?.mime;
  } catch {
    return undefined;
  }
}

const inspectedBytes = 4_096;

/** UTF-8 that does not begin with control characters other than breaks, tabs and escapes, and has no NUL anywhere. */
function isText(bytes: Buffer): boolean {
  if (!isUtf8(bytes) || bytes.includes(0)) return false;
  const beginning = bytes.subarray(0, inspectedBytes);
  return beginning.every((byte) => byte > 0x1f || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b);
}

/** Detects markup that a browser would render and that can contain a script. */
function findMarkup(bytes: Buffer): string | undefined {
  const beginning = bytes
    .toString('utf8', 0, inspectedBytes)
    .replaceAll(/\uFEFF|<!--.*?(?:-->|$)|<\?.*?(?:\?>|$)/gs, '')
    .trimStart();
  if (/^<(?:!doctype\s+)?svg\b/i.test(beginning)) return 'image/svg+xml';
  return /^<(?:!doctype\s+)?(?:html|head|body|title|meta|style|script|iframe)\b/i.test(beginning)
    ? 'text/html'
    : undefined;
}
