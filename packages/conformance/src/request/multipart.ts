export interface FormPart {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType?: string;
  readonly bytes: Buffer;
}

/** Encodes a form by RFC 7578. */
export function writeMultipart(parts: readonly FormPart[]): { contentType: string; bytes: Buffer } {
  const boundary = chooseBoundary(parts);
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${headersOf(part)}\r\n\r\n`),
    part.bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

function headersOf({ name, fileName, contentType }: FormPart): string {
  const file = fileName === undefined ? '' : `; filename="${quote(fileName)}"`;
  const type = contentType === undefined ? '' : `\r\nContent-Type: ${contentType}`;
  return `Content-Disposition: form-data; name="${quote(name)}"${file}${type}`;
}

function quote(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Returns a line that none of the parts contains. */
function chooseBoundary(parts: readonly FormPart[]): string {
  let boundary = 'conformance-boundary';
  while (parts.some(({ bytes }) => bytes.includes(boundary))) boundary += '-x';
  return boundary;
}
