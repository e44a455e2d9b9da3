import { dirname } from 'node:path';
import ts from 'typescript';

/** The name of the package that contains a file: that of the nearest `package.json` with a name. */
export function nameOfPackage(fileName: string): string | undefined {
  const folder = dirname(fileName);
  if (folder === fileName) return undefined;
  if (names.has(folder)) return names.get(folder);
  const name = readName(`${folder}/package.json`) ?? nameOfPackage(folder);
  names.set(folder, name);
  return name;
}

const names = new Map<string, string | undefined>();

function readName(file: string): string | undefined {
  if (!ts.sys.fileExists(file)) return undefined;
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const name: unknown = config?.name;
  return typeof name === 'string' ? name : undefined;
}
