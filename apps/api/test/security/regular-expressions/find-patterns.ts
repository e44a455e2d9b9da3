import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface FoundPatterns {
  /** Each literal expression with its file. */
  readonly written: readonly { readonly file: string; readonly pattern: RegExp }[];
  /** Files that build expressions at run time. */
  readonly builtIn: ReadonlySet<string>;
}

const root = new URL('../../../../../', import.meta.url);

/** Lists the sources of all apps and packages, listed by git, so that new ones are found automatically. */
export function listSourceFolders(): readonly string[] {
  return ['apps', 'packages']
    .flatMap((group) => readdirSync(new URL(group, root)).map((name) => `${group}/${name}/src`))
    .filter((folder) => existsSync(new URL(folder, root)));
}

/** Finds every regular expression in the TypeScript files below a folder of the repository. */
export async function findPatterns(folder: string): Promise<FoundPatterns> {
  const names = await readdir(new URL(folder, root), { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts')).map((name) => `${folder}/${name}`);
  const written: { file: string; pattern: RegExp }[] = [];
  const builtIn = new Set<string>();
  for (const file of files) {
    const text = await readFile(fileURLToPath(new URL(file, root)), 'utf8');
    // Most files contain none, and parsing all of them would take seconds.
    if (!mayHavePattern.test(text)) continue;
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest), (node) => {
      if (ts.isRegularExpressionLiteral(node)) written.push({ file, pattern: toPattern(node.text) });
      if (!isConstruction(node)) return;
      const fixed = readFixed(node);
      if (fixed) written.push({ file, pattern: fixed });
      else builtIn.add(file);
    });
  }
  return { written, builtIn };
}

/**
 * A slash after an operator or an opening bracket, or after a word and a space: our formatter writes a space on both sides of
 * a division, and a path is in quotes.
 */
const mayHavePattern = /[=(),:[!&|?{};>+]\s*\/(?![/*])|^\s*\/(?![/*])|\w\s+\/(?![/*\s])|RegExp/m;

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** Returns the expression of `new RegExp('…', 'u')`, which the generator of the request checks writes. */
function readFixed({ arguments: values }: ts.NewExpression): RegExp | undefined {
  const [pattern, flags] = values ?? [];
  if (!pattern || !ts.isStringLiteral(pattern)) return undefined;
  if (flags && !ts.isStringLiteral(flags)) return undefined;
  return new RegExp(pattern.text, flags?.text);
}

function isConstruction(node: ts.Node): node is ts.NewExpression {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

function toPattern(literal: string): RegExp {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
}

/** Lists every `pattern` of a document, at any depth. */
export function listDocumentPatterns(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...new Set([...own, ...Object.values(value).flatMap(listDocumentPatterns)])];
}
