import type { components } from '@parley/contract/v3';
import type { HandleRecord } from '@parley/core';

export function presentHandle(handle: HandleRecord): components['schemas']['Handle'] {
  return {
    id: handle.id,
    createdAt: handle.createdAt,
    updatedAt: handle.updatedAt,
    type: handle.type,
    isPrimary: handle.isPrimary,
    value: handle.value,
    extra: handle.extra,
    hasChats: handle.hasChats,
  };
}
