import ts from 'typescript';
import { keyOf, type Mutant } from './mutant.js';
import { removeCalls } from './mutators/calls.js';
import { mutateConditions } from './mutators/conditions.js';
import { mutateFields } from './mutators/fields.js';
import { mutateLiterals } from './mutators/literals.js';
import type { Change, Mutator } from './mutators/mutator.js';
import { mutateSql } from './mutators/sql.js';

const mutators: readonly Mutator[] = [mutateConditions, mutateLiterals, removeCalls, mutateFields, mutateSql];

/** Lists every mutant of a source file. */
export function listMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const mutants: Mutant[] = [];
  const equals = new Map<string, number>();
  const visit = (node: ts.Node, within: number | undefined): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const inner = isFunction(node) ? node.getStart(source) : within;
    for (const change of mutators.flatMap((mutator) => mutator(node, source))) {
      const first = toMutant(node, source, { change, within });
      const ordinal = equals.get(keyOf(first)) ?? 0;
      equals.set(keyOf(first), ordinal + 1);
      mutants.push({ ...first, ordinal });
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  ts.forEachChild(source, (node) => visit(node, undefined));
  return mutants;
}

/** A function with a body; its start identifies it in the file. */
export function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

function toMutant(
  node: ts.Node,
  source: ts.SourceFile,
  { change, within }: { change: Change; within: number | undefined },
): Mutant {
  const start = node.getStart(source);
  return {
    file: source.fileName,
    kind: change.kind,
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    start,
    end: node.getEnd(),
    before: node.getText(source),
    after: change.after,
    ordinal: 0,
    form: change.form ?? 'expression',
    within,
  };
}
