import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';

/** The row that the source declares for a statement, or for a family of statements with similar names. */
export interface DeclaredRow {
  /** Matches the complete name. */
  readonly name: RegExp;
  readonly row: ts.Type;
  readonly file: string;
}

export interface Declarations {
  readonly rows: readonly DeclaredRow[];
  readonly checker: ts.TypeChecker;
}

/** Reads the types of all statements that the files declare, as the compiler understands them. */
export function readDeclaredRows(root: string, files: readonly string[]): Declarations {
  const options = compilerOptions(root);
  const host = ts.createCompilerHost(options);
  // Comments declare no types in TypeScript, and reading them takes a third of the time.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const program = ts.createProgram([...files], options, host);
  const checker = program.getTypeChecker();
  const rows = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error(`TypeScript has not read ${file}`);
    return listCalls(source).flatMap((call) =>
      rowsOfCall(call, checker).map(({ name, row }) => ({ name, row, file: relative(root, file) })),
    );
  });
  return { rows, checker };
}

/** Whether a file may declare statements. */
export function mayDeclareStatements(file: string): boolean {
  return /\b(?:statement|bulkStatement|sizedStatement|lockingStatement|defineResource|defineChild)[<(]/.test(
    readFileSync(file, 'utf8'),
  );
}

function compilerOptions(root: string): ts.CompilerOptions {
  const { config, error } = ts.readConfigFile(`${root}/tsconfig.json`, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  // Only the options are read from the configuration; the files are passed in.
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  return { ...options, noEmit: true };
}

/** Calls inside a generic function are declared where that function is called. */
function listCalls(node: ts.Node): ts.CallExpression[] {
  if (ts.isFunctionDeclaration(node) && node.typeParameters) return [];
  const calls: ts.CallExpression[] = ts.isCallExpression(node) ? [node] : [];
  ts.forEachChild(node, (child) => void calls.push(...listCalls(child)));
  return calls;
}

type NamedRow = Pick<DeclaredRow, 'name' | 'row'>;

function rowsOfCall(call: ts.CallExpression, checker: ts.TypeChecker): NamedRow[] {
  const [first] = call.arguments;
  if (!ts.isIdentifier(call.expression) || first === undefined) return [];
  const type = checker.getTypeAtLocation(call);
  const property = (of: ts.Type, key: string) => propertyType(of, key, { checker, at: call });
  const rowOf = (of: ts.Type) => {
    const row = property(of, 'row');
    // `undefined` only means that the property is never set; without it, `unknown` would become `{}`.
    return row.flags & ts.TypeFlags.Unknown ? row : checker.getNonNullableType(row);
  };
  switch (call.expression.text) {
    case 'statement':
    case 'bulkStatement':
      return [{ name: patternOf(first), row: rowOf(type) }];
    case 'sizedStatement':
      return type
        .getCallSignatures()
        .map((made) => ({ name: patternOf(first), row: rowOf(made.getReturnType()) }));
    case 'lockingStatement': {
      const row = rowOf(property(type, 'locking'));
      return ['', '-to-read'].map((ending) => ({ name: patternOf(first, { ending }), row }));
    }
    case 'defineResource': {
      const statements = property(type, 'statements');
      const view = initializerOf(first, 'view');
      const key = view ? initializerOf(view, 'key') : initializerOf(first, 'table');
      return checker.getPropertiesOfType(statements).map(({ name }) => ({
        name: patternOf(key, { beginning: `${name}-` }),
        row: rowOf(property(statements, name)),
      }));
    }
    case 'defineChild': {
      const name = patternOf(initializerOf(first, 'table'), { beginning: 'find-', ending: '-of-.+' });
      return [{ name, row: rowOf(property(type, 'find')) }];
    }
    default:
      return [];
  }
}

function propertyType(
  of: ts.Type,
  key: string,
  { checker, at }: { checker: ts.TypeChecker; at: ts.Node },
): ts.Type {
  const property = checker.getPropertyOfType(of, key);
  if (property === undefined) throw new Error(`${checker.typeToString(of)} has no property ${key}`);
  return checker.getTypeOfSymbolAtLocation(property, at);
}

function initializerOf(object: ts.Expression, key: string): ts.Expression | undefined {
  if (!ts.isObjectLiteralExpression(object)) return undefined;
  const property = object.properties.find((each) => each.name?.getText() === key);
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

/** A part of the name that is inserted at run time matches any text. */
function patternOf(name: ts.Expression | undefined, { beginning = '', ending = '' } = {}): RegExp {
  if (name && ts.isStringLiteralLike(name)) return new RegExp(`^${beginning}${name.text}${ending}$`);
  if (name && ts.isTemplateExpression(name)) {
    const rest = name.templateSpans.map(({ literal }) => `.+${literal.text}`).join('');
    return new RegExp(`^${beginning}${name.head.text}${rest}${ending}$`);
  }
  throw new Error(`Write the name of a statement where it is declared: ${name?.getText()}`);
}
