import { plantNew, receives, sends } from './in-new-operation.js';
import type { PlantedChange } from './planted-change.js';

const text = { type: 'string' };
const object = (keywords: object): object => ({ type: 'object', ...keywords });
const nullable = (keywords: object, ...names: string[]): object => ({
  oneOf: [
    { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })), ...keywords },
    { type: 'null' },
  ],
});
const animal = (name: string): object => ({
  [name]: object({ required: ['kind', name], properties: { kind: text, [name]: text } }),
});
const animals = { ...animal('Cat'), ...animal('Dog') };
/** Objects that no other one matches. */
const kinds = Object.fromEntries(
  ['Cat', 'Dog', 'Bird'].map((name) => [
    name,
    object({ required: ['kind'], properties: { kind: { const: name.toLowerCase() } } }),
  ]),
);
const byKind = (mapping?: object): object => ({
  discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
});
const union = (keywords: object): object => ({
  oneOf: ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ...keywords,
});

const breaks = plantNew('breaking', {
  'a union that can be null chooses by another property': [
    receives(nullable(byKind(), 'Cat', 'Dog'), animals),
    receives(nullable({ discriminator: { propertyName: 'sort' } }, 'Cat', 'Dog'), animals),
  ],
  'a component of a union that can be null gets another name': [
    receives(nullable(byKind(), 'Cat', 'Dog'), animals),
    receives(nullable(byKind({ kitty: 'Cat' }), 'Cat', 'Dog'), animals),
  ],
  'the name of a component of a union that can be null stands for another one': [
    receives(nullable(byKind(), 'Cat', 'Dog'), animals),
    receives(nullable(byKind({ Cat: 'Dog' }), 'Cat', 'Dog'), animals),
  ],
  'a union that can be null gets a discriminator that its choices do not imply': [
    receives(nullable({}, 'Cat', 'Dog'), animals),
    receives(nullable(byKind(), 'Cat', 'Dog'), animals),
  ],
  'a union that can be null loses its discriminator': [
    receives(nullable(byKind(), 'Cat', 'Dog'), animals),
    receives(nullable({}, 'Cat', 'Dog'), animals),
  ],
  'a component of a union gets another name in its discriminator': [
    receives(union(byKind()), animals),
    receives(union(byKind({ kitty: 'Cat' })), animals),
  ],
  'the name of a component stands for another one': [
    receives(union(byKind()), animals),
    receives(union(byKind({ Cat: 'Dog' })), animals),
  ],
});

const equals = plantNew('equal', {
  'the implied names of a discriminator are written out': [
    receives(union(byKind()), animals),
    receives(union(byKind({ Cat: 'Cat', Dog: '#/components/schemas/Dog' })), animals),
  ],
  'the implied names of a union that can be null are written out': [
    receives(nullable(byKind(), 'Cat', 'Dog'), animals),
    receives(nullable(byKind({ Cat: 'Cat', Dog: '#/components/schemas/Dog' }), 'Cat', 'Dog'), animals),
  ],
});

const compatible = plantNew('compatible', {
  'a union of a request that can be null has a further component with a name': [
    sends(nullable(byKind({ cat: 'Cat', dog: 'Dog' }), 'Cat', 'Dog'), kinds),
    sends(nullable(byKind({ cat: 'Cat', dog: 'Dog', bird: 'Bird' }), 'Cat', 'Dog', 'Bird'), kinds),
  ],
  'a component of a union that can be null gets a second name': [
    sends(nullable(byKind({ cat: 'Cat', dog: 'Dog' }), 'Cat', 'Dog'), animals),
    sends(nullable(byKind({ cat: 'Cat', dog: 'Dog', kitty: 'Cat' }), 'Cat', 'Dog'), animals),
  ],
});

/** Changes of discriminators, also of a union that can be null. */
export const newDiscriminators: readonly PlantedChange[] = [...breaks, ...equals, ...compatible];
