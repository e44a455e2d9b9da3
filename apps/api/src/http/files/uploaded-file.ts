import type { FileContent } from '@parley/core';

interface FileFacts {
  readonly content: FileContent;
  readonly name: string | undefined;
  readonly contentType: string;
  readonly checksum: string;
}

/** A file of a form. The caller chooses its name and type, so only the bytes can be trusted. */
export class UploadedFile {
  /** The bytes of a small file, or the chunks of a larger one in the database. */
  readonly content: FileContent;
  /** The name that was sent, without folders; undefined if none was sent. */
  readonly name: string | undefined;
  /** Detected from the bytes. */
  readonly contentType: string;
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly checksum: string;

  constructor({ content, name, contentType, checksum }: FileFacts) {
    this.content = content;
    this.name = name;
    this.contentType = contentType;
    this.checksum = checksum;
  }

  /** Returns the value that is compared when a request repeats an idempotency key. */
  toJSON(): object {
    return { name: this.name, checksum: this.checksum };
  }
}
