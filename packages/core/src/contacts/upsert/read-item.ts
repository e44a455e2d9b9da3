import { ValidationErrors } from '../../validation-errors.js';
import type { NewHandle } from '../import/plan-import.js';
import type { ContactChange, ContactValues } from '../writing/contact-change.js';
import { addressesOf, type KnownFacts, readChange } from '../writing/read-change.js';

/** A contact of an upsert request. */
export interface UpsertItem extends ContactChange {
  readonly labels?: readonly { readonly name: string }[];
}

export interface ReadItem {
  readonly values: ContactValues;
  readonly handles: readonly NewHandle[];
  readonly labelNames: readonly string[];
  readonly errors: ValidationErrors;
}

/** Reads and checks one item. It needs at least one address, because addresses determine which contact it changes. */
export function readItem({ labels = [], ...change }: UpsertItem, known: KnownFacts): ReadItem {
  const errors = new ValidationErrors();
  const values = readChange(change, known, errors);
  const handles = addressesOf(values);
  if (handles.length === 0 && !errors.hasAny) {
    errors.add('phoneNumber', 'invalid_type', 'Required when there is no email');
  }
  return { values, handles, labelNames: labels.map(({ name }) => name), errors };
}
