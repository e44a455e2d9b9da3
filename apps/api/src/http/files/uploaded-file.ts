/** A file that came with a form. Its name and its type are the caller's words; only the bytes are facts. */
export class UploadedFile {
  readonly bytes: Buffer;
  /** As it was sent, without folders; undefined when none was. */
  readonly name: string | undefined;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;

  constructor({ bytes, name, checksum }: { bytes: Buffer; name: string | undefined; checksum: string }) {
    this.bytes = bytes;
    this.name = name;
    this.checksum = checksum;
  }

  /** What tells two requests apart: an idempotency key is compared by it. */
  toJSON(): object {
    return { name: this.name, checksum: this.checksum };
  }
}
