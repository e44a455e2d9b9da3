import type { Context } from '../../context.js';
import type { ValidationErrors } from '../../validation-errors.js';

const maxDays = 366;

/**
 * Checks the time for which a message is scheduled. A time in the past is refused instead of meaning "now", because it
 * hints at a wrong clock or time zone of the caller.
 */
export function checkScheduledAt(
  { now }: Context,
  scheduledAt: string | undefined,
  errors: ValidationErrors,
): void {
  if (scheduledAt === undefined) return;
  const aheadMs = new Date(scheduledAt).getTime() - now().getTime();
  if (!(aheadMs > 0)) errors.add('scheduledAt', 'too_small', 'Must be in the future');
  else if (aheadMs > maxDays * 24 * 60 * 60 * 1_000) {
    errors.add('scheduledAt', 'too_big', `Must be at most ${maxDays} days ahead`);
  }
}
