import type { ContactRecord } from '../../contacts/contact-record.js';
import type { ConditionStep } from '../versions/steps.js';

/** Evaluates a condition; texts are compared without regard to case. Of several labels, one that matches is enough. */
export function evaluateCondition(
  contact: ContactRecord,
  { field, operator, value = '' }: Omit<ConditionStep, 'type'>,
): boolean {
  const values = valuesOf(contact, field);
  const wanted = value.toLowerCase();
  const equals = () => values.some((text) => text.toLowerCase() === wanted);
  switch (operator) {
    case 'equals':
      return equals();
    case 'not_equals':
      return !equals();
    case 'contains':
      // A label is compared as a whole: "VIP former" is not the label "VIP".
      return field === 'labels' ? equals() : values.some((text) => text.toLowerCase().includes(wanted));
    case 'is_set':
      return values.length > 0;
    case 'is_not_set':
      return values.length === 0;
    default:
      return operator satisfies never;
  }
}

/** Returns the texts of a field; none when it has no value. */
function valuesOf(contact: ContactRecord, field: string): string[] {
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
