import { isObject, objectOf } from '../rules/read-json.js';
import type { ContractDocument } from './read-document.js';

/** Returns a copy of a document with some of its operations, and with the components that these refer to. */
export function pickOperations(document: ContractDocument, operationIds: ReadonlySet<string>): object {
  const { webhooks: _, components, ...rest } = document;
  const picked = { ...rest, paths: pickPaths(objectOf(document.paths), operationIds) };
  const all = objectOf(components);
  return { ...picked, components: { securitySchemes: all.securitySchemes, ...pickComponents(all, picked) } };
}

function pickPaths(paths: object, operationIds: ReadonlySet<string>): object {
  const items = Object.entries(paths).map(([path, item]) => {
    const entries = Object.entries(objectOf(item)).filter(
      ([, value]) => !isOperation(value) || operationIds.has(value.operationId),
    );
    return { path, entries, isUsed: entries.some(([, value]) => isOperation(value)) };
  });
  const used = items.filter(({ isUsed }) => isUsed);
  return Object.fromEntries(used.map(({ path, entries }) => [path, Object.fromEntries(entries)]));
}

function isOperation(value: unknown): value is { operationId: string } {
  return isObject(value) && typeof value.operationId === 'string';
}

function pickComponents(components: Readonly<Record<string, unknown>>, user: object): object {
  const picked: Record<string, Record<string, unknown>> = {};
  const pick = (value: unknown): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(value).matchAll(reference)) {
      const group = picked[kind] ?? {};
      picked[kind] = group;
      if (name in group) continue;
      group[name] = objectOf(components[kind])[name];
      pick(group[name]);
    }
  };
  pick(user);
  return picked;
}

const reference = /"\$ref":"#\/components\/(\w+)\/([\w.-]+)"/g;
