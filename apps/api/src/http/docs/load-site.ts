import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export interface SiteFile {
  readonly contentType: string;
  /** The name carries a hash of the content, so another content has another name. */
  readonly isImmutable: boolean;
  readonly plain: Encoded;
  readonly gzip: Encoded | undefined;
}

export interface Encoded {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** The files of a built site by the path below it that asks for them: `guides/errors` for `guides/errors.html`. */
export type Site = ReadonlyMap<string, SiteFile>;

/**
 * Reads the whole site: a few megabytes that no later build changes under a running process, and no path of a request
 * ever touches the disk. Nothing when it was not built.
 */
export async function loadSite(folder: string): Promise<Site | undefined> {
  const names = await listFiles(folder);
  const files = names.filter((name) => !name.endsWith('.gz'));
  const entries = files.map(async (name): Promise<[string, SiteFile]> => {
    const compressed = names.includes(`${name}.gz`) ? await readFile(join(folder, `${name}.gz`)) : undefined;
    return [
      name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, ''),
      {
        contentType: contentTypes.get(extname(name)) ?? 'application/octet-stream',
        isImmutable: name.startsWith('assets/'),
        plain: encode(await readFile(join(folder, name))),
        gzip: compressed && encode(compressed),
      },
    ];
  });
  return files.length === 0 ? undefined : new Map(await Promise.all(entries));
}

const contentTypes = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
]);

async function listFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

function encode(bytes: Buffer): Encoded {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` };
}
