import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

/** What the language service of TypeScript, which editors use, says about a file. */
export interface Editor {
  /** The type and the text that an editor shows where `at` begins, or `offset` characters behind. */
  show(at: string, offset?: number): { readonly type: string; readonly text: string };
  /** The texts that can complete the one before the end of `at`. */
  complete(at: string): string[];
  /** Each error, with the code that is underlined. */
  listErrors(): Array<{ readonly at: string; readonly message: string }>;
}

/** Opens an editor with a file that need not exist. */
export function openEditor(file: string, text: string, customConditions: string[] = []): Editor {
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      if (name === file) return ts.ScriptSnapshot.fromString(text);
      return ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')) : undefined;
    },
    getCurrentDirectory: () => dirname(file),
    getCompilationSettings: () => ({
      strict: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      customConditions,
      types: [],
      noEmit: true,
    }),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    realpath: (name) => (name === file ? name : (ts.sys.realpath?.(name) ?? name)),
  });
  return {
    show(at, offset = 0) {
      const info = service.getQuickInfoAtPosition(file, text.indexOf(at) + offset);
      return {
        type: ts.displayPartsToString(info?.displayParts),
        text: ts.displayPartsToString(info?.documentation),
      };
    },
    complete(at) {
      const found = service.getCompletionsAtPosition(file, text.indexOf(at) + at.length, {});
      return found?.entries.map(({ name }) => name) ?? [];
    },
    listErrors() {
      return service.getSemanticDiagnostics(file).map(({ start = 0, length = 0, messageText }) => ({
        at: text.slice(start, start + length),
        message: ts.flattenDiagnosticMessageText(messageText, '\n'),
      }));
    },
  };
}
