import { createHash } from 'node:crypto';
import ts from 'typescript';
import { nameFunctions } from './functions.js';
import { keyOf, type Mutant } from './mutant.js';
import { removeCalls } from './mutators/calls.js';
import { mutateConditions } from './mutators/conditions.js';
import { mutateFields } from './mutators/fields.js';
import { mutateLiterals } from './mutators/literals.js';
import type { Change, Mutator } from './mutators/mutator.js';
import { mutatePresentedFields } from './mutators/presented-fields.js';
import { mutateSql } from './mutators/sql.js';
import { ignoreWrittenFields } from './mutators/written-fields.js';

const mutators: readonly Mutator[] = [
  mutateConditions,
  mutateLiterals,
  removeCalls,
  mutateFields,
  mutatePresentedFields,
  ignoreWrittenFields,
  mutateSql,
];

type Place = Pick<Mutant, 'isAtLoad' | 'at' | 'code'>;

/** Lists every mutant of a source file. */
export function listMutants(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const names = nameFunctions(source);
  const mutants: Mutant[] = [];
  const equals = new Map<string, number>();
  const visit = (node: ts.Node, place: Place): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const name = names.get(node);
    const inner = name ? { ...place, isAtLoad: false, at: name } : place;
    for (const change of mutators.flatMap((mutator) => mutator(node, source))) {
      const first = toMutant(node, source, { change, place });
      const ordinal = equals.get(keyOf(first)) ?? 0;
      equals.set(keyOf(first), ordinal + 1);
      mutants.push({ ...first, ordinal });
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  for (const statement of source.statements)
    visit(statement, {
      isAtLoad: true,
      at: namesOf(statement).join(', '),
      code: hashCode(statement.getText(source)),
    });
  return mutants;
}

/** The names that a statement at the top of a module declares. */
function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations.map(({ name }) => name);
    return names.flatMap((name) => (ts.isIdentifier(name) ? [name.text] : []));
  }
  const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node);
  return isNamed && node.name ? [node.name.text] : [];
}

/** Indentation and line breaks are left to the formatter. */
function hashCode(text: string): string {
  return createHash('sha256').update(text.replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 12);
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
    form: change.form ?? (ts.isShorthandPropertyAssignment(node) ? 'shorthand' : 'expression'),
    ...place,
  };
}
