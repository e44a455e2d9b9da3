import ts from 'typescript';
import { nameFunctions } from './functions.js';
import { keyOf, type Mutant } from './mutant.js';
import { removeCalls } from './mutators/calls.js';
import { mutateConditions } from './mutators/conditions.js';
import { mutateFields } from './mutators/fields.js';
import { mutateLiterals } from './mutators/literals.js';
import type { Change, Mutator } from './mutators/mutator.js';
import { mutateSql } from './mutators/sql.js';
import { namesOf } from './read-declarations.js';

const mutators: readonly Mutator[] = [mutateConditions, mutateLiterals, removeCalls, mutateFields, mutateSql];

type Place = Pick<Mutant, 'within' | 'at'>;

/** Lists every mutant of a source file. */
export function listMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const names = nameFunctions(source);
  const mutants: Mutant[] = [];
  const equals = new Map<string, number>();
  const visit = (node: ts.Node, { within, at }: Place): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const name = names.get(node);
    const inner = name ? { within: name, at: name.slice(file.length + 1) } : { within, at };
    for (const change of mutators.flatMap((mutator) => mutator(node, source))) {
      const first = toMutant(node, source, { change, place: { within, at } });
      const ordinal = equals.get(keyOf(first)) ?? 0;
      equals.set(keyOf(first), ordinal + 1);
      mutants.push({ ...first, ordinal });
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  for (const statement of source.statements)
    visit(statement, { within: undefined, at: namesOf(statement).join(', ') });
  return mutants;
}

function toMutant(
  node: ts.Node,
  source: ts.SourceFile,
  { change, place }: { change: Change; place: Place },
): Mutant {
  const start = node.getStart(source);
  const before = node.getText(source);
  return {
    file: source.fileName,
    kind: change.kind,
    line: source.getLineAndCharacterOfPosition(start).line + 1,
    start,
    end: node.getEnd(),
    before,
    after: change.after,
    from: change.part?.from ?? before,
    to: change.part?.to ?? change.after,
    ordinal: 0,
    form: change.form ?? 'expression',
    ...place,
  };
}
