import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface SiteFile {
  readonly contentType: string;
  /** The name contains a hash of the content, so changed content has a new name. */
  readonly isImmutable: boolean;
  readonly plain: Encoded;
  readonly gzip: Encoded | undefined;
}

export interface Encoded {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The files of a built site by URL path below `/docs/`: `guides/errors` for `guides/errors.html`. */
export type Site = ReadonlyMap<string, SiteFile>;

/**
 * Reads the whole site, which is a few megabytes, into memory. A later build then cannot change it while the process
 * runs, and no path of a request touches the disk. Returns undefined if the site was not built or is being built:
 * `files.json` is written last and lists the size of every file.
 */
export async function loadSite(folder: string): Promise<Site | undefined> {
  try {
    const sizes: Record<string, number> = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8'));
    const names = Object.keys(sizes).filter((name) => !name.endsWith('.gz'));
    const read = async (name: string) => encode(await readWhole(join(folder, name), sizes[name]));
    const entries = names.map(
      async (name): Promise<[string, SiteFile]> => [
        name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, ''),
        {
          contentType: contentTypes.get(extname(name)) ?? 'application/octet-stream',
          isImmutable: name.startsWith('assets/'),
          plain: await read(name),
          gzip: `${name}.gz` in sizes ? await read(`${name}.gz`) : undefined,
        },
      ],
    );
    return new Map(await Promise.all(entries));
  } catch (error) {
    if (isUnfinished(error)) return undefined;
    throw error;
  }
}

const contentTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.md', 'text/markdown; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.xml', 'application/atom+xml; charset=utf-8'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
]);

async function readWhole(file: string, size: number | undefined): Promise<Buffer> {
  const bytes = await readFile(file);
  if (bytes.length !== size) throw new SyntaxError(`${file} is incomplete.`);
  return bytes;
}

/** Whether the error means that a file is missing or incomplete. */
function isUnfinished(error: unknown): boolean {
  return error instanceof SyntaxError || Reflect.get(Object(error), 'code') === 'ENOENT';
}

function encode(bytes: Buffer): Encoded {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
