import ts from 'typescript';
import { type Reading, recordFields } from './collect-reads.js';
import { declaredBy } from './declared-by.js';
import { readTexts } from './read-texts.js';

/** Records the names of the contract's types, and the fields that types name: `Chat['openUntil']`, `Pick<Chat, 'id'>`. */
export function collectType(node: ts.Node, reading: Reading): void {
  const { project } = reading;
  const { checker } = project;
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node)) recordName(node.name, reading);
  else if (ts.isTypeReferenceNode(node)) recordReference(node.typeName, node.typeArguments);
  // `interface Own extends api.Chat`.
  else if (ts.isExpressionWithTypeArguments(node)) recordReference(node.expression, node.typeArguments);
  else if (ts.isImportTypeNode(node)) {
    if (node.qualifier) recordName(node.qualifier, reading);
  } else if (ts.isIndexedAccessTypeNode(node)) recordKeys(node.objectType, node.indexType, reading);

  function recordReference(name: ts.Node, [type, keys]: readonly ts.TypeNode[] = []): void {
    recordName(name, reading);
    if (type && keys && name.getText() === 'Pick') recordKeys(type, keys, reading);
  }

  function recordKeys(type: ts.TypeNode, keys: ts.TypeNode, { tracer }: Reading): void {
    const key = checker.getTypeFromTypeNode(keys);
    const object = checker.getNonNullableType(checker.getTypeFromTypeNode(type));
    for (const name of readTexts(key)) {
      const declared = declaredBy(checker.getPropertyOfType(object, name), project);
      for (const place of declared) {
        if (place.kind === 'schema' && place.path === '')
          reading.recorder.add('schemas', `${place.version} ${place.name}`, node);
        else recordFields(tracer.traceProperty([], name, [place]), node, reading);
      }
    }
  }
}

function recordName(name: ts.Node, { project: { checker, types }, recorder }: Reading): void {
  const symbol = checker.getSymbolAtLocation(name);
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  for (const declaration of target?.declarations ?? []) {
    const declared = ts.isTypeAliasDeclaration(declaration) ? types.describe(declaration) : undefined;
    if (declared?.kind === 'schema') recorder.add('schemas', `${declared.version} ${declared.name}`, name);
  }
}
