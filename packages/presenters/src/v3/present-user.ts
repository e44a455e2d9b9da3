import type { components } from '@parley/contract/v3';
import type { UserRecord } from '@parley/core';

export function presentUser(user: UserRecord): components['schemas']['User'] {
  return {
    id: user.id,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    externalId: user.externalId,
    name: user.name,
    email: user.email,
    isAvailable: user.isAvailable,
  };
}
