import { childNode, childPointer, type DocumentNode, listNodes, mapNodes } from './read-document.js';

/** Returns all schemas that describe the same value: the schemas themselves and the branches of their combinators. */
export function expandSchemas(schemas: readonly DocumentNode[]): DocumentNode[] {
  return schemas.flatMap((schema) => {
    const branches = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => listNodes(schema, keyword));
    return branches.length === 0 ? [schema] : [schema, ...expandSchemas(branches)];
  });
}

export interface PropertySchema extends DocumentNode {
  /** The pointer of the property itself, not of the target of its reference. */
  readonly site: string;
}

/** Returns the properties of a value, each with all the schemas that describe it. */
export function readProperties(schemas: readonly DocumentNode[]): Map<string, PropertySchema[]> {
  const properties = new Map<string, PropertySchema[]>();
  for (const schema of expandSchemas(schemas)) {
    for (const [name, property] of mapNodes(childNode(schema, 'properties'))) {
      const site = childPointer(schema.pointer, 'properties', name);
      properties.set(name, [...(properties.get(name) ?? []), { ...property, site }]);
    }
  }
  return properties;
}
