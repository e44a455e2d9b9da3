import type { EditableDocument } from '../compare-edited.js';
import type { PlantedChange } from './planted-change.js';

interface Planted {
  /** The parts of the operation `POST /planted`. */
  readonly operation?: object;
  readonly schemas?: object;
  /** Other components, by their kind. */
  readonly components?: Readonly<Record<string, object>>;
  /** The parts of the document. */
  readonly document?: object;
}

/** Changes, by their names, of an operation that the contract does not contain, for shapes that no real operation has. */
export function plantNew(
  verdict: PlantedChange['verdict'],
  changes: Readonly<Record<string, readonly [before: Planted, after: Planted]>>,
): PlantedChange[] {
  return Object.entries(changes).map(([name, [before, after]]) => ({
    name,
    verdict,
    isOf: 'a new operation',
    prepare: (document) => write(document, before),
    edit: (document) => write(document, after),
  }));
}

function write(target: EditableDocument, { operation, schemas, components = {}, document }: Planted): void {
  const responses = { 200: { description: 'Planted.' } };
  target.paths['/planted'] = { post: { operationId: 'planted', responses, ...operation } };
  Object.assign(target.components.schemas, schemas);
  for (const [kind, added] of Object.entries(components))
    target.components[kind] = { ...target.components[kind], ...added };
  Object.assign(target, document);
}

export function sends(schema: object, schemas: object = {}): Planted {
  return { operation: { requestBody: { content: { 'application/json': { schema } } } }, schemas };
}

export function receives(schema: object, schemas: object = {}): Planted {
  const response = { description: 'Planted.', content: { 'application/json': { schema } } };
  return { operation: { responses: { 200: response } }, schemas };
}

export function accepts(parameter: object): Planted {
  return { operation: { parameters: [parameter] } };
}

export function returnsHeader(name: string, header: object): Planted {
  return { operation: { responses: { 200: { description: 'Planted.', headers: { [name]: header } } } } };
}

/** A union of objects, each with a kind and a property of that name. */
export function union(...kinds: string[]) {
  return {
    oneOf: kinds.map((kind) => ({
      type: 'object',
      required: ['kind', kind],
      properties: { kind: { const: kind }, [kind]: { type: 'string' } },
    })),
  };
}

export function growing(...kinds: string[]): object {
  return { 'x-extensible': true, ...union(...kinds) };
}
