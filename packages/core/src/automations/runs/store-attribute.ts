import { type AttributeType, statement } from '@parley/database';
import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
import {
  TooManyAttributeBytesError,
  tooManyAttributeBytes,
} from '../../contacts/bounds/max-attribute-bytes.js';
import { applyContactAttribute } from '../../contacts/set-contact-attribute.js';
import { StepFailure } from '../versions/step-failure.js';
import { chainOf, type StepScope } from './step-scope.js';

/** Sets an attribute of the contact of the run. The type of the attribute may have changed since the step was checked. */
export async function storeAttribute(
  scope: StepScope,
  { externalId, value }: { externalId: string; value: string },
): Promise<void> {
  const { transaction, context, current } = scope;
  const [attribute] = await transaction.sql(find, [context.tenantId, externalId]);
  if (attribute === undefined) {
    throw new StepFailure('attribute_not_found', `The attribute "${externalId}" no longer exists.`);
  }
  const problem = isLong(value) ? tooLong : checkAttributeValue(attribute.type, value);
  if (problem !== undefined) {
    const message = `The value "${excerptOf(value)}" is not valid for the attribute "${externalId}". ${problem}.`;
    throw new StepFailure('invalid_attribute_value', message);
  }
  const { contactId } = current.run;
  const assignment = { contactId, attributeId: attribute.id, value, chainId: chainOf(scope) };
  try {
    await applyContactAttribute(transaction, context, assignment);
  } catch (error) {
    if (error instanceof TooManyAttributeBytesError)
      throw new StepFailure('attribute_size_limit_reached', `${tooManyAttributeBytes}.`);
    throw error;
  }
}

/** The size that the contract allows for a value. Placeholders can make the value of a step longer. */
const maxCharacters = 4_096;

const tooLong = `Expected at most ${maxCharacters} characters`;

function isLong(value: string): boolean {
  return [...value].length > maxCharacters;
}

/** The error is stored with the run, and every search that finds the run returns it. */
function excerptOf(value: string): string {
  const characters = [...value.slice(0, 2 * maxExcerpt + 1)];
  return characters.length > maxExcerpt ? `${characters.slice(0, maxExcerpt).join('')}…` : value;
}

const maxExcerpt = 100;

const find = statement<{ id: string; type: AttributeType }>(
  'find-attribute-of-step',
  `select id, type from attributes where tenant_id = $1::uuid and external_id = $2::text for key share`,
);
