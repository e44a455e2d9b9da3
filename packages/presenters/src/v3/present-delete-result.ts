import type { components } from '@parley/contract/v3';
import type { DeleteResult } from '@parley/core';

export function presentDeleteResult(result: DeleteResult): components['schemas']['DeleteResult'] {
  return { deletedIds: [...result.deletedIds], notFoundIds: [...result.notFoundIds] };
}
