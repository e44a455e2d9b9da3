import type { components } from '@parley/contract/v3';
import type { ErasureRecord } from '@parley/core';

export function presentErasure(erasure: ErasureRecord): components['schemas']['Erasure'] {
  return {
    contactId: erasure.contactId,
    state: erasure.state,
    requestedAt: erasure.requestedAt,
    completedAt: erasure.completedAt,
  };
}
