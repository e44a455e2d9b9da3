import { newId } from '../../ids.js';
import type { ValidationErrors } from '../../validation-errors.js';
import type { AttributeRoom } from '../bounds/attribute-room.js';
import type { LabelRoom } from '../bounds/label-room.js';
import { tooManyAttributeBytes } from '../bounds/max-attribute-bytes.js';
import { tooManyLabels } from '../bounds/max-labels.js';

/** A contact of an import, with its addresses in normal form. */
export interface ImportEntry {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly phoneNumber?: string | null;
  readonly attributes?: readonly { readonly externalId: string; readonly value: string }[];
  readonly labels?: readonly { readonly name: string }[];
}

/** The person behind one or several entries, with what the entries say about them. */
export interface Person {
  /** The position of the first entry about the person. */
  readonly index: number;
  readonly contactId: string;
  readonly isNew: boolean;
  firstName: string | null;
  lastName: string | null;
  /** Addresses that no contact has yet. */
  readonly newHandles: NewHandle[];
  /** The values by external id; the last of several values counts. */
  readonly attributes: Map<string, string>;
  readonly labelNames: Set<string>;
}

export interface NewHandle {
  readonly type: 'phone_number' | 'email';
  readonly value: string;
}

/** Contact ids by the key of each handle that exists. */
export type HandleOwners = ReadonlyMap<string, string>;

/** What a plan knows about existing contacts. */
export interface KnownPeople {
  readonly owners: HandleOwners;
  /** The labels of the owners. */
  readonly room: LabelRoom;
  /** The attribute values of the owners. */
  readonly attributeRoom: AttributeRoom;
}

export function handleKey({ type, value }: NewHandle): string {
  return `${type}:${value}`;
}

export function handlesOf(entry: ImportEntry): NewHandle[] {
  const { phoneNumber, email } = entry;
  return [
    ...(phoneNumber ? [{ type: 'phone_number' as const, value: phoneNumber }] : []),
    ...(email ? [{ type: 'email' as const, value: email }] : []),
  ];
}

export interface AttributeIds {
  /** The ids of all attributes that the entries name, by external id. */
  readonly attributeIds: ReadonlyMap<string, string>;
}

/** Returns the values of an entry by the ids of their attributes. */
export function valuesOf({ attributes = [] }: ImportEntry, attributeIds: ReadonlyMap<string, string>) {
  return new Map(
    attributes.map(({ externalId, value }) => [attributeIds.get(externalId) ?? externalId, value]),
  );
}

/**
 * Assigns each entry to the owner of its phone number, else of its email, else to a new person, who gets the addresses
 * that are still free. Later entries see the assignments of earlier ones. An error is added for each entry with labels or
 * values for which the person has no room.
 */
export function planImport(
  entries: readonly ImportEntry[],
  { owners, room, attributeRoom, attributeIds }: KnownPeople & AttributeIds,
  errors: ValidationErrors,
): Person[] {
  const people = new Map<string, Person>();
  const taken = new Map(owners);
  for (const [index, entry] of entries.entries()) {
    const handles = handlesOf(entry);
    const owner = handles.map((handle) => taken.get(handleKey(handle))).find((id) => id !== undefined);
    const contactId = owner ?? newId();
    const person = people.get(contactId) ?? newPerson(index, contactId, owner === undefined);
    people.set(contactId, person);
    for (const handle of handles) {
      if (taken.has(handleKey(handle))) continue;
      taken.set(handleKey(handle), contactId);
      person.newHandles.push(handle);
    }
    const labelNames = (entry.labels ?? []).map(({ name }) => name);
    if (!room.take(contactId, labelNames)) {
      errors.add(`contacts.${index}.labels`, 'too_big', tooManyLabels);
    }
    const values = valuesOf(entry, attributeIds);
    if (attributeRoom.has(contactId, values)) attributeRoom.take(contactId, values);
    else errors.add(`contacts.${index}.attributes`, 'too_big', tooManyAttributeBytes);
    learn(person, entry);
  }
  return [...people.values()];
}

function newPerson(index: number, contactId: string, isNew: boolean): Person {
  const known = { firstName: null, lastName: null };
  return { index, contactId, isNew, ...known, newHandles: [], attributes: new Map(), labelNames: new Set() };
}

function learn(person: Person, entry: ImportEntry): void {
  person.firstName ??= entry.firstName || null;
  person.lastName ??= entry.lastName || null;
  for (const { externalId, value } of entry.attributes ?? []) person.attributes.set(externalId, value);
  for (const { name } of entry.labels ?? []) person.labelNames.add(name);
}
