import type { InvalidParams } from '../../domain-error.js';
import { newId } from '../../ids.js';
import type { HandleRoom } from '../bounds/handle-room.js';
import { tooManyAttributeBytes } from '../bounds/max-attribute-bytes.js';
import { tooManyHandles } from '../bounds/max-handles.js';
import { tooManyLabels } from '../bounds/max-labels.js';
import { handleKey, type KnownPeople, type NewHandle } from '../import/plan-import.js';
import type { ContactValues } from '../writing/contact-change.js';
import type { ContactWrite } from '../writing/contact-write.js';
import { addressPaths } from '../writing/read-change.js';
import type { ReadItem } from './read-item.js';
import type { UpsertResult } from './upsert-result.js';

export interface UpsertPlan {
  /** The results are in the order of the items. */
  readonly results: UpsertResult[];
  readonly writes: readonly ContactWrite[];
}

interface KnownContacts extends KnownPeople {
  /** The addresses of the owners. */
  readonly handleRoom: HandleRoom;
}

/** Plans the items one after the other; later items see the addresses of earlier ones and add to their values. */
export function planUpsert(
  items: readonly ReadItem[],
  { owners, room, attributeRoom, handleRoom }: KnownContacts,
): UpsertPlan {
  const taken = new Map(owners);
  const people = new Map<string, Person>();
  const results = items.map((item): UpsertResult => {
    const ownerIds = item.handles.map((handle) => taken.get(handleKey(handle)));
    const known = ownerIds.find((id) => id !== undefined);
    const invalidParams = item.errors.hasAny ? item.errors.invalidParams : findTaken(item, ownerIds, known);
    if (invalidParams !== undefined) return { status: 'failed', invalidParams };
    const id = known ?? newId();
    const newHandles = item.handles.filter((handle) => !taken.has(handleKey(handle)));
    if (!handleRoom.has(id, newHandles.length))
      return { status: 'failed', invalidParams: handlesTooBig(newHandles) };
    const { attributes } = item.values;
    if (!attributeRoom.has(id, attributes)) return { status: 'failed', invalidParams: attributesTooBig };
    if (!room.take(id, item.labelNames)) return { status: 'failed', invalidParams: labelsTooBig };
    const person = people.get(id) ?? newPerson(id, known === undefined);
    people.set(id, person);
    for (const handle of newHandles) taken.set(handleKey(handle), id);
    handleRoom.take(id, newHandles.length);
    attributeRoom.take(id, attributes);
    person.newHandles.push(...newHandles);
    learn(person, item);
    return { status: known === undefined ? 'created' : 'updated', id };
  });
  return { results, writes: [...people.values()] };
}

function handlesTooBig(handles: readonly NewHandle[]): InvalidParams {
  const error = { key: 'too_big', message: tooManyHandles } as const;
  return Object.fromEntries(handles.map(({ type }) => [addressPaths[type], error]));
}

const attributesTooBig: InvalidParams = { attributes: { key: 'too_big', message: tooManyAttributeBytes } };

const labelsTooBig: InvalidParams = { labels: { key: 'too_big', message: tooManyLabels } };

interface Person extends ContactWrite {
  values: ContactValues;
  readonly newHandles: NewHandle[];
  readonly labelNames: Set<string>;
}

/** The phone number decides which contact is meant; an email of another contact cannot be added to it. */
function findTaken(
  { handles }: ReadItem,
  ownerIds: readonly (string | undefined)[],
  known: string | undefined,
): InvalidParams | undefined {
  const other = handles.find((_, index) => ownerIds[index] !== undefined && ownerIds[index] !== known);
  if (other === undefined) return undefined;
  return { [addressPaths[other.type]]: { key: 'not_unique', message: 'Another contact has this address' } };
}

function newPerson(contactId: string, isNew: boolean): Person {
  return { contactId, isNew, values: { attributes: new Map() }, newHandles: [], labelNames: new Set() };
}

function learn(person: Person, { values, labelNames }: ReadItem): void {
  const attributes = new Map([...person.values.attributes, ...values.attributes]);
  person.values = { ...person.values, ...values, attributes };
  for (const name of labelNames) person.labelNames.add(name);
}
