import { type Database, statement } from '@parley/database';
import { notFound } from '../domain-error.js';

export interface PublicFile {
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** SHA-256 of the bytes, for an entity tag. */
  readonly checksum: string;
  readonly bytes: Buffer;
}

/** The bytes behind a public URL. There is no tenant to check: whoever knows the token may read the file. */
export async function readPublicFile(database: Database, token: string): Promise<PublicFile> {
  const [file] = isToken(token) ? await database.sql(findFile, [token]) : [];
  if (file === undefined) throw notFound('file');
  return file;
}

function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

const findFile = statement<PublicFile>(
  'find-public-file',
  `select file.name, file.content_type as "contentType", file.size, file.checksum, content.bytes
     from files file
     join file_contents content on content.tenant_id = file.tenant_id and content.file_id = file.id
     where file.public_token = $1::text`,
);
