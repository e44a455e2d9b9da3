import { type Database, statement } from '@parley/database';
import { notFound } from '../domain-error.js';

export interface PublicFile {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** SHA-256 of the bytes, for an entity tag. */
  readonly checksum: string;
  /** Fetches all bytes, or those from `start` to `end`, both included. */
  readBytes(range?: { readonly start: number; readonly end: number }): Promise<Buffer>;
}

/** What is behind a public URL. There is no tenant to check: whoever knows the token may read the file. */
export async function readPublicFile(database: Database, token: string): Promise<PublicFile> {
  const [file] = isToken(token) ? await database.sql(findFile, [token]) : [];
  if (file === undefined) throw notFound('file');
  return {
    ...file,
    async readBytes({ start, end } = { start: 0, end: file.size - 1 }) {
      const [content] = await database.sql(readContent, [token, start + 1, end - start + 1]);
      // It was deleted in between.
      if (content === undefined) throw notFound('file');
      return content.bytes;
    },
  };
}

function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

const findFile = statement<Omit<PublicFile, 'readBytes'>>(
  'find-public-file',
  `select name, content_type as "contentType", size, checksum from files where public_token = $1::text`,
);

/** The column is kept uncompressed, so that a part is read without the rest. */
const readContent = statement<{ bytes: Buffer }>(
  'read-public-file-content',
  `select substring(content.bytes from $2::int for $3::int) as bytes
     from files file
     join file_contents content on content.tenant_id = file.tenant_id and content.file_id = file.id
     where file.public_token = $1::text`,
);
