import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** One file that imports another; both are paths from the root. Type-only imports count. */
export interface Import {
  readonly from: string;
  /** As it is written. */
  readonly specifier: string;
  /** For a package, also one of this repository, the specifier. */
  readonly to: string;
}

/** Reads the imports of all code under `root`. */
export function readImports(root: string): Import[] {
  const files = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && roots.has(entry.name))
    .flatMap(({ name }) => listFiles(root, name));
  const known = new Set(files);
  return files.flatMap((from) => {
    const specifiers = listSpecifiers(readFileSync(`${root}/${from}`, 'utf8'));
    return [...new Set(specifiers)].flatMap((specifier) => {
      const to = resolve(from, specifier, known);
      return to === undefined ? [] : [{ from, specifier, to }];
    });
  });
}

/**
 * Biome formats all code: a statement starts its line and ends with a semicolon. So an expression reads in a tenth of a second
 * what the scanner of TypeScript reads in three; a slow test compares the two.
 */
export function listSpecifiers(code: string): string[] {
  return [...code.matchAll(statement)].map((found) => found.slice(1).find(Boolean) ?? '');
}

const statement =
  /^(?:import\b[^;]*?|export (?:type )?(?:\*|\{[^}]*\})[^;]*?)\bfrom (?:'(.+?)'|"(.+?)")|^import ['"](.+?)['"]|\b(?:import|require)\(\s*['"](.+?)['"]/gm;

const roots = new Set(['apps', 'packages', 'prisma', 'spec', 'tools']);

function listFiles(root: string, folder: string): string[] {
  return readdirSync(`${root}/${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return built.test(path) ? [] : listFiles(root, path);
    return code.test(path) ? [path] : [];
  });
}

const built =
  /\/(?:node_modules|dist|\.(?!vitepress)[^/]+)$|^(?:apps|packages)\/[^/]+\/(?:bundle|generated|template.*)$/;

/** While the site is built, Vite briefly writes its compiled configuration beside the original. */
const code = /(?<!\.timestamp-[^/]*)\.(?:ts|vue|[cm]?js)$/;

/** Returns undefined for a path without a file, such as one in the text of a template. */
function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  if (!specifier.startsWith('.')) return specifier;
  const path = posix.join(posix.dirname(from), specifier);
  return [path, path.replace(/\.js$/, '.ts')].find((file) => known.has(file));
}
