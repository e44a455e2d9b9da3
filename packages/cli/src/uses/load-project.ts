import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { CommandError } from '../command-error.js';
import type { Project } from './project.js';
import { readContractTypes } from './read-contract.js';

/** Compiles the project of a `tsconfig.json`, and those that it refers to, each once. */
export function loadProjects(config: string, cwd: string): Project[] {
  const seen = new Set<string>();
  const load = (name: string): Project[] => {
    const file = resolve(cwd, name);
    if (seen.has(file)) return [];
    seen.add(file);
    if (!existsSync(file))
      throw new CommandError(`There is no ${name}. Name the tsconfig.json of your project with --project.`);
    const parsed = parse(file);
    const { fileNames, projectReferences: references = [] } = parsed;
    if (fileNames.length + references.length === 0)
      throw new CommandError(`${name} includes no TypeScript files.`);
    const own = fileNames.length > 0 ? [compile(parsed)] : [];
    return [...own, ...references.flatMap((reference) => load(ts.resolveProjectReferencePath(reference)))];
  };
  return load(config);
}

function parse(file: string): ts.ParsedCommandLine {
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) throw new CommandError(render(error));
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, dirname(file), undefined, file);
  // An error about a file that does not exist, for example. Without any files, the caller says so.
  const [first] = parsed.errors.filter(({ code }) => !noInputs.has(code));
  if (first) throw new CommandError(render(first));
  return parsed;
}

/** TS18002 and TS18003: the list of files is empty. */
const noInputs = new Set([18_002, 18_003]);

function compile({ fileNames, options }: ts.ParsedCommandLine): Project {
  // The references are not passed to the compiler: it would read the build of those projects instead of their sources.
  const program = ts.createProgram({
    rootNames: fileNames,
    options: { ...options, noEmit: true, skipLibCheck: true },
  });
  // The checker also links each node to its parent, which the contract's types are read with.
  const checker = program.getTypeChecker();
  const types = readContractTypes(program, checker);
  const files = program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
  return { program, checker, types, files };
}

function render({ messageText, file, start }: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(messageText, '\n');
  if (!file || start === undefined) return text;
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${text}`;
}
