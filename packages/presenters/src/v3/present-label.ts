import type { components } from '@parley/contract/v3';
import type { LabelRecord } from '@parley/core';

export function presentLabel(label: LabelRecord): components['schemas']['Label'] {
  return {
    id: label.id,
    createdAt: label.createdAt,
    updatedAt: label.updatedAt,
    name: label.name,
    color: label.color,
  };
}
