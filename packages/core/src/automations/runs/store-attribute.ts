import { type AttributeType, statement } from '@parley/database';
import { checkAttributeValue } from '../../attributes/check-attribute-value.js';
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
  const problem = checkAttributeValue(attribute.type, value);
  if (problem !== undefined) {
    const message = `The value "${value}" is not valid for the attribute "${externalId}". ${problem}.`;
    throw new StepFailure('invalid_attribute_value', message);
  }
  const { contactId } = current.run;
  const assignment = { contactId, attributeId: attribute.id, value, chainId: chainOf(scope) };
  await applyContactAttribute(transaction, context, assignment);
}

const find = statement<{ id: string; type: AttributeType }>(
  'find-attribute-of-step',
  `select id, type from attributes where tenant_id = $1::uuid and external_id = $2::text for key share`,
);
