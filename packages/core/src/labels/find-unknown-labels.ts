import type { Context } from '../context.js';
import type { InvalidParams } from '../domain-error.js';
import { readingOnly } from '../sql/reading.js';
import { ValidationErrors } from '../validation-errors.js';
import { checkLabels } from './check-labels.js';

/** The labels of a list that do not exist, found without adding any. */
export async function findUnknownLabels(
  context: Context,
  labelIds: readonly (string | undefined)[],
): Promise<InvalidParams> {
  const errors = new ValidationErrors();
  await checkLabels(readingOnly(context), context, { labelIds, errors });
  return errors.invalidParams;
}
