import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import { checkInteractive } from '../../messages/interactive/check-interactive.js';
import { choicesOf, toInteractiveRecord } from '../../messages/interactive/interactive.js';
import type { ValidationErrors } from '../../validation-errors.js';
import type { Known } from './known-records.js';
import type { AskStep, Expectation } from './steps.js';

interface QuestionCheck {
  readonly path: string;
  readonly known: Pick<Known, 'attributeTypes'>;
  readonly errors: ValidationErrors;
}

/** Adds the errors of a question that the schema cannot express. */
export function checkQuestion(step: Omit<AskStep, 'else'>, { path, known, errors }: QuestionCheck): void {
  const { text, interactive, saveTo } = step;
  if (interactive) {
    checkInteractive(interactive, { path: `${path}.interactive`, errors });
    if (text !== undefined)
      errors.add(`${path}.text`, 'unrecognized_keys', 'Not allowed with an interactive message');
  } else if (text === undefined) {
    errors.add(`${path}.text`, 'invalid_type', 'Required when there is no interactive message');
  }
  if (step.expect === 'choice' && choiceIds(step).length === 0) {
    errors.add(`${path}.interactive`, 'invalid_type', 'Required with buttons or a list to expect a choice');
  }
  if ((saveTo.variable === undefined) === (saveTo.externalId === undefined)) {
    const message = 'Exactly one of "variable" and "externalId" is required';
    errors.add(`${path}.saveTo.variable`, 'invalid_type', message);
  }
  checkAttribute(step, { path, known, errors });
}

/** A valid reply must always be a valid value of the attribute: the contact cannot correct the automation. */
function checkAttribute(step: Omit<AskStep, 'else'>, { path, known, errors }: QuestionCheck): void {
  const { externalId } = step.saveTo;
  if (externalId === undefined) return;
  const type = known.attributeTypes.get(externalId);
  if (type === undefined) {
    errors.add(`${path}.saveTo.externalId`, 'not_found', 'Attribute not found');
    return;
  }
  const values = step.expect === 'choice' ? choiceIds(step) : [samples[step.expect]];
  const problem = values
    .map((value) => checkAttributeValue(type, value))
    .find((found) => found !== undefined);
  if (problem === undefined) return;
  const message = `A valid reply may not be a value of the attribute. ${problem}`;
  errors.add(`${path}.expect`, 'invalid_enum_value', message);
}

function choiceIds({ interactive }: Omit<AskStep, 'else'>): string[] {
  return interactive ? choicesOf(toInteractiveRecord(interactive)).map(({ id }) => id) : [];
}

/** What is kept of a valid reply, in its form. */
const samples: Readonly<Record<Exclude<Expectation, 'choice'>, string>> = {
  text: 'text',
  number: '-42.5',
  email: 'ada@example.com',
  phone: '+4915112345678',
  date: '2026-11-17',
};
