import type { ContactRecord } from '../../contacts/contact-record.js';
import type { BranchOperator, ConditionStep } from '../versions/steps.js';

/** Evaluates a condition on the contact. Of several labels, one that matches is enough. */
export function evaluateCondition(
  contact: ContactRecord,
  { field, operator, value = '' }: Omit<ConditionStep, 'type'>,
): boolean {
  // A label is compared as a whole: "VIP former" is not the label "VIP".
  return compareValues(valuesOf(contact, field), { operator, value, isWhole: field === 'labels' });
}

interface Comparison {
  readonly operator: BranchOperator;
  readonly value: string;
  /** Whether `contains` compares whole texts. */
  readonly isWhole: boolean;
}

/** Compares texts without regard to case, and numbers as numbers. One text that matches is enough. */
export function compareValues(values: readonly string[], { operator, value, isWhole }: Comparison): boolean {
  const wanted = value.toLowerCase();
  const equals = () => values.some((text) => text.toLowerCase() === wanted);
  switch (operator) {
    case 'equals':
      return equals();
    case 'not_equals':
      return !equals();
    case 'contains':
      return isWhole ? equals() : values.some((text) => text.toLowerCase().includes(wanted));
    case 'greater_than':
      return values.some((text) => toNumber(text) > toNumber(value));
    case 'less_than':
      return values.some((text) => toNumber(text) < toNumber(value));
    case 'is_set':
      return values.length > 0;
    case 'is_not_set':
      return values.length === 0;
    case 'is_within':
    case 'is_not_within':
      // Only the time of a branch is compared with hours.
      return false;
    default:
      return operator satisfies never;
  }
}

/** A comparison with NaN is false, so a text that is not a number is neither greater nor less. */
function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Returns the texts of a field of the contact; none when it has no value. */
export function valuesOf(contact: ContactRecord, field: string): string[] {
  if (field === 'labels') return contact.labels.flatMap(({ id, name }) => [id, name]);
  if (field === 'isSubscribed') return [String(contact.isSubscribed)];
  const externalId = /^attributes\.(.+)$/.exec(field)?.[1];
  const value = externalId === undefined ? plainField(contact, field) : attribute(contact, externalId);
  return value ? [value] : [];
}

function attribute({ attributes }: ContactRecord, externalId: string): string | undefined {
  return attributes.find((entry) => entry.externalId === externalId)?.value;
}

function plainField(contact: ContactRecord, field: string): string | null {
  switch (field) {
    case 'firstName':
    case 'lastName':
    case 'email':
    case 'phoneNumber':
      return contact[field];
    default:
      return null;
  }
}
