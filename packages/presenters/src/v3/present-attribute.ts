import type { components } from '@parley/contract/v3';
import type { AttributeRecord } from '@parley/core';

export function presentAttribute(attribute: AttributeRecord): components['schemas']['Attribute'] {
  return {
    id: attribute.id,
    createdAt: attribute.createdAt,
    updatedAt: attribute.updatedAt,
    externalId: attribute.externalId,
    name: attribute.name,
    type: attribute.type,
    description: attribute.description,
    isVisibleQuickEdit: attribute.isVisibleQuickEdit,
    isVisibleContactsTable: attribute.isVisibleContactsTable,
    isVisibleContactCreate: attribute.isVisibleContactCreate,
  };
}
