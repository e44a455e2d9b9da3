import type ts from 'typescript';
import { nameOfPackage } from './package-of.js';

/** Whether `@parley/client` contains a file. */
export function isFileOfClient({ fileName }: ts.SourceFile): boolean {
  return nameOfPackage(fileName) === '@parley/client';
}

/** Whether a symbol is declared by the client, in a file with this name. */
export function isOfClient(symbol: ts.Symbol | undefined, file: string): boolean {
  return (symbol?.declarations ?? []).some((declaration) => isDeclaredIn(declaration, file));
}

/** Whether a declaration is in a file of the client with this name. */
export function isDeclaredIn(declaration: ts.Node, file: string): boolean {
  const source = declaration.getSourceFile();
  // The name costs less than the package, and most declarations are in other files.
  return source.fileName.replace(/(\.d)?\.[cm]?ts$/, '').endsWith(file) && isFileOfClient(source);
}
