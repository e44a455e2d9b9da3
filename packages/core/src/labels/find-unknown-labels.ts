import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { readingOnly } from '../sql/reading.js';
import { ValidationErrors } from '../validation-errors.js';
import { checkLabels } from './check-labels.js';

/** Returns an error for each label of a list that does not exist. */
export async function findUnknownLabels(
  context: Context,
  labelIds: readonly (string | undefined)[],
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await checkLabels(readingOnly(context), context, { labelIds, errors });
  return errors.invalidParams;
}
