import { type ContactRecord, contacts } from '../../contacts/contact-record.js';
import { contactVariables } from '../../messages/content/contact-variables.js';
import { renderTemplate } from '../../messages/content/render-template.js';
import { isUnfilled } from '../../messages/content/unfilled-placeholders.js';
import { requireById } from '../../resources/get-by-id.js';
import { explainUnfilled, StepFailure } from '../versions/step-failure.js';
import type { StepScope } from './step-scope.js';

/**
 * Fills the placeholders of texts. Variables of the run override fields of the contact, which is read only when there
 * is a placeholder. A placeholder without a value fails the step, so that no customer ever sees it. `encode` is applied
 * to each value.
 */
export async function createFilling(
  scope: StepScope,
  texts: readonly string[],
  contact = () => readContact(scope),
): Promise<(text: string, encode?: (value: string) => string) => string> {
  if (!texts.some((text) => text.includes('{{'))) return (text) => text;
  const known = { ...contactVariables(await contact()), ...scope.current.run.variables };
  return (text, encode = (value) => value) => {
    const values = Object.entries(known).map(([name, value]) => [name, encode(value)]);
    const { text: filled, ...unfilled } = renderTemplate(text, Object.fromEntries(values));
    if (!isUnfilled(unfilled)) return filled;
    const { code, message } = explainUnfilled(unfilled);
    throw new StepFailure(code, message);
  };
}

export function readContact({ transaction, context, current }: StepScope): Promise<ContactRecord> {
  return requireById(transaction.sql, contacts, { tenantId: context.tenantId, id: current.run.contactId });
}
