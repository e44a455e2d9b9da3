import ts from 'typescript';

const { factory } = ts;

/** Types that the generated files use or declare. */
const usedNames: ReadonlySet<string> = new Set([
  'Record',
  'Omit',
  'WithRequired',
  'OneOf',
  'Blob',
  'paths',
  'webhooks',
  'components',
  'operations',
  '$defs',
]);

/**
 * Declares each schema as a type of its own and refers to it by its name, so that an editor shows `Chat` instead of
 * `components["schemas"]["Chat"]` or all of its fields. `components` keeps its shape. Aliases are used instead of
 * interfaces, because only these can be assigned to an index signature.
 */
export function nameSchemas(nodes: readonly ts.Node[]): ts.Node[] {
  const aliases: ts.TypeAliasDeclaration[] = [];
  const { transformed } = ts.transform<ts.Node>(
    [...nodes],
    [
      (context) => (root) => {
        const visit = (node: ts.Node): ts.Node => {
          const name = schemaNameOf(node);
          if (name !== undefined) return factory.createTypeReferenceNode(name);
          const visited = ts.visitEachChild(node, visit, context);
          return isSchemas(node, root) && ts.isPropertySignature(visited)
            ? declareMembers(visited, aliases)
            : visited;
        };
        return visit(root);
      },
    ],
  );
  return [...transformed, ...aliases];
}

/** Returns the name in `components["schemas"]["Name"]`. */
function schemaNameOf(node: ts.Node): string | undefined {
  if (!ts.isIndexedAccessTypeNode(node) || !ts.isIndexedAccessTypeNode(node.objectType)) return undefined;
  const { objectType: components, indexType: part } = node.objectType;
  const isOfSchemas = isReferenceTo(components, 'components') && textOf(part) === 'schemas';
  return isOfSchemas ? textOf(node.indexType) : undefined;
}

function isReferenceTo(node: ts.TypeNode, name: string): boolean {
  return ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && node.typeName.text === name;
}

function textOf(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? node.literal.text : undefined;
}

/** Whether a node is the member `schemas` of the interface `components`. */
function isSchemas(node: ts.Node, root: ts.Node): boolean {
  return (
    ts.isInterfaceDeclaration(root) &&
    root.name.text === 'components' &&
    ts.isPropertySignature(node) &&
    root.members.includes(node) &&
    ts.isIdentifier(node.name) &&
    node.name.text === 'schemas'
  );
}

function declareMembers(
  schemas: ts.PropertySignature,
  aliases: ts.TypeAliasDeclaration[],
): ts.PropertySignature {
  const { type } = schemas;
  if (!type || !ts.isTypeLiteralNode(type)) throw new Error('The schemas are not an object type.');
  const members = type.members.map((member) => {
    if (!ts.isPropertySignature(member) || !ts.isIdentifier(member.name) || !member.type)
      throw new Error('A schema has no name that can be the name of a type.');
    const { text: name } = member.name;
    if (usedNames.has(name))
      throw new Error(`A schema must not be called ${name}, which the types use themselves.`);
    aliases.push(declareAlias(name, member, member.type));
    const { modifiers, questionToken } = member;
    return factory.createPropertySignature(
      modifiers,
      name,
      questionToken,
      factory.createTypeReferenceNode(name),
    );
  });
  const { modifiers, name, questionToken } = schemas;
  return factory.updatePropertySignature(
    schemas,
    modifiers,
    name,
    questionToken,
    factory.createTypeLiteralNode(members),
  );
}

/** The description of the schema moves to its type. */
function declareAlias(
  name: string,
  member: ts.PropertySignature,
  type: ts.TypeNode,
): ts.TypeAliasDeclaration {
  const exported = [factory.createModifier(ts.SyntaxKind.ExportKeyword)];
  const alias = factory.createTypeAliasDeclaration(exported, name, undefined, type);
  return ts.setSyntheticLeadingComments(alias, ts.getSyntheticLeadingComments(member));
}
