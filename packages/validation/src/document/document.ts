import { asObject, asText, isObject, type JsonObject } from './json.js';

/** An OpenAPI document with the warnings about it. */
export interface Document {
  readonly root: JsonObject;
  readonly title: string;
  readonly version: string;
  /** Whether the document is older than 3.1: schemas have `nullable`, and keywords beside a `$ref` are ignored. */
  readonly isOld: boolean;
  readonly notes: Set<string>;
}

export function createDocument(root: JsonObject): Document {
  const info = asObject(root.info);
  return {
    root,
    title: asText(info.title) ?? 'Untitled',
    version: String(info.version ?? ''),
    isOld: asText(root.openapi)?.startsWith('3.0') === true,
    notes: new Set(),
  };
}

/** Follows any number of `$ref`s to an object. If there is none, returns an empty object with a warning. */
export function follow(document: Document, value: unknown): JsonObject {
  const seen = new Set<string>();
  let current = value;
  while (isObject(current) && typeof current.$ref === 'string') {
    if (seen.has(current.$ref)) {
      document.notes.add(`${current.$ref} refers to itself`);
      return {};
    }
    seen.add(current.$ref);
    current = findReference(document, current.$ref);
  }
  return asObject(current);
}

/** Finds the target of a reference; `undefined`, with a warning, when the document does not have it. */
export function findReference(document: Document, reference: string): unknown {
  const target = reference.startsWith('#') ? findFragment(document.root, reference.slice(1)) : undefined;
  if (target === undefined) {
    const hint = reference.startsWith('#') ? 'does not exist' : 'is outside the document; bundle it first';
    document.notes.add(`${reference} ${hint}`);
  }
  return target;
}

function findFragment(root: JsonObject, fragment: string): unknown {
  if (fragment === '') return root;
  if (!fragment.startsWith('/')) return findAnchor(root, fragment);
  let target: unknown = root;
  for (const step of fragment.slice(1).split('/')) {
    const name = decodeStep(step);
    if (Array.isArray(target)) target = target[Number(name)];
    else target = isObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
  }
  return target;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

const anchors = new WeakMap<JsonObject, Map<string, JsonObject>>();

function findAnchor(root: JsonObject, name: string): JsonObject | undefined {
  let known = anchors.get(root);
  if (!known) {
    known = new Map();
    collectAnchors(root, known, new Set());
    anchors.set(root, known);
  }
  return known.get(name);
}

function collectAnchors(value: unknown, found: Map<string, JsonObject>, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (isObject(value)) {
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const name = value[key];
      if (typeof name === 'string' && !found.has(name)) found.set(name, value);
    }
  }
  for (const inner of Object.values(value)) collectAnchors(inner, found, seen);
}
