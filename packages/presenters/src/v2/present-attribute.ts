import type { components } from '@parley/contract/v2';
import type { AttributeRecord } from '@parley/core';

export function presentAttribute(attribute: AttributeRecord): components['schemas']['Attribute'] {
  return {
    id: attribute.id,
    name: attribute.name,
    type: attribute.type,
    externalId: attribute.externalId,
    isVisibleQuickEdit: attribute.isVisibleQuickEdit,
    isVisibleContactsTable: attribute.isVisibleContactsTable,
    isVisibleContactCreate: attribute.isVisibleContactCreate,
    ...(attribute.description !== null && { description: attribute.description }),
    createdAt: attribute.createdAt,
    updatedAt: attribute.updatedAt,
  };
}
