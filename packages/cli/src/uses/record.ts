import { relative, sep } from 'node:path';
import type ts from 'typescript';
import { type Section, sections, type Use, type Uses, type UsesFile } from './uses-file.js';

type Details = Pick<Use, 'schema' | 'sends'>;

/** Collects uses, and writes them in an order that does not depend on the order of the files. */
export interface Recorder {
  add(section: Section, key: string, node: ts.Node, details?: Details): void;
  toFile(consumer: string): UsesFile;
}

export function createRecorder(folder: string): Recorder {
  const found = new Map(sections.map((section) => [section, new Map<string, Map<string, Use>>()]));
  return {
    add(section, key, node, details = {}) {
      const use = { ...locate(folder, node), ...details };
      const keys = found.get(section) ?? new Map<string, Map<string, Use>>();
      const uses = keys.get(key) ?? new Map<string, Use>();
      uses.set(JSON.stringify(use), use);
      keys.set(key, uses);
    },
    toFile(consumer) {
      const read = (section: Section): Uses => sortUses(found.get(section) ?? new Map());
      return {
        kind: 'parley-uses',
        version: 1,
        consumer,
        operations: read('operations'),
        requestFields: read('requestFields'),
        responseFields: read('responseFields'),
        filterFields: read('filterFields'),
        sortFields: read('sortFields'),
        eventTypes: read('eventTypes'),
        eventFields: read('eventFields'),
        enumValues: read('enumValues'),
        errorKeys: read('errorKeys'),
        schemas: read('schemas'),
        schemaFields: read('schemaFields'),
        schemaValues: read('schemaValues'),
      };
    },
  };
}

function locate(folder: string, node: ts.Node): Use {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return { file: relative(folder, source.fileName).split(sep).join('/'), line: line + 1 };
}

function sortUses(keys: ReadonlyMap<string, ReadonlyMap<string, Use>>): Uses {
  const entries = [...keys].sort(([one], [other]) => compareTexts(one, other));
  return Object.fromEntries(entries.map(([key, uses]) => [key, [...uses.values()].sort(compareUses)]));
}

function compareUses(one: Use, other: Use): number {
  return (
    compareTexts(one.file, other.file) ||
    one.line - other.line ||
    compareTexts(one.schema ?? '', other.schema ?? '') ||
    compareTexts(String(one.sends), String(other.sends))
  );
}

/** Not by the language of the machine: the file must be the same everywhere. */
function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
