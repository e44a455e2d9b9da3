import type { components } from '@parley/contract/v3';
import type { FailureReason } from '@parley/core';

export function presentFailureReason(
  reason: FailureReason | null,
): components['schemas']['FailureReason'] | null {
  return reason && { code: reason.code, message: reason.message };
}
