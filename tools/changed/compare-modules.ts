import ts from 'typescript';

/** What a change of a module can affect: nothing, its functions, or also the code that runs when it is loaded. */
export type Effect = 'nothing' | 'functions' | 'load';

/** Compares two versions of a module. Comments and types have no effect. */
export function compareModules(before: string, after: string): Effect {
  const [old, current] = [compile(before), compile(after)];
  if (old === current) return 'nothing';
  return loadedCode(old) === loadedCode(current) ? 'functions' : 'load';
}

function compile(text: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    removeComments: true,
  };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

/** Leaves out the bodies of functions, and imports that only these use. */
function loadedCode(text: string): string {
  const source = ts.createSourceFile('module.js', text, ts.ScriptTarget.ESNext, true);
  const imports = source.statements.filter(ts.isImportDeclaration);
  let result = '';
  let position = 0;
  const remove = ({ pos, end }: ts.Node) => {
    result += text.slice(position, pos);
    position = end;
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) remove(node);
    else if (ts.isFunctionLike(node) && 'body' in node && node.body) remove(node.body);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  result += text.slice(position);
  const words = new Set(listWords(result));
  // An import without names is there for what it runs.
  const kept = imports.filter(
    ({ importClause }) => !importClause || listWords(importClause.getText()).some((word) => words.has(word)),
  );
  return kept.map((one) => one.getText()).join('\n') + result;
}

const listWords = (text: string): readonly string[] => text.match(/[\w$]+/g) ?? [];
