/** A file of a form. The caller chooses its name and type, so that only the bytes can be trusted. */
export class UploadedFile {
  readonly bytes: Buffer;
  /** As it was sent, without folders; undefined when there was none. */
  readonly name: string | undefined;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;

  constructor({ bytes, name, checksum }: { bytes: Buffer; name: string | undefined; checksum: string }) {
    this.bytes = bytes;
    this.name = name;
    this.checksum = checksum;
  }

  /** What an idempotency key compares. */
  toJSON(): object {
    return { name: this.name, checksum: this.checksum };
  }
}
