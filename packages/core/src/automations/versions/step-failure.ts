import { DomainError, type ErrorCode } from '../../domain-error.js';
import type { Unfilled } from '../../messages/content/render-template.js';
import {
  describeMalformed,
  describeMissing,
  UnfilledPlaceholdersError,
} from '../../messages/content/unfilled-placeholders.js';

/** The codes of `RunError` besides those of domain errors. A test compares them with the contract. */
export const runErrorCodes = [
  'attribute_not_found',
  'attribute_size_limit_reached',
  'automation_loop',
  'automation_not_active',
  'chat_closed',
  'chat_not_found',
  'contact_unreachable',
  'event_budget_exhausted',
  'internal_error',
  'invalid_attribute_value',
  'invalid_step',
  'label_limit_reached',
  'label_not_found',
  'malformed_placeholder',
  'missing_variable',
  'team_not_found',
  'user_not_found',
  'variable_limit_reached',
  'webhook_failed',
] as const;

type RunErrorCode = (typeof runErrorCodes)[number];

/** Why a run or one of its steps failed: a stable code, and a message for a person. */
export interface RunError {
  readonly code: RunErrorCode | ErrorCode;
  readonly message: string;
}

/** A permanent failure of a step; its run fails with it. */
export class StepFailure extends Error {
  readonly code: RunError['code'];

  constructor(code: RunError['code'], message: string) {
    super(message);
    this.name = 'StepFailure';
    this.code = code;
  }
}

/** Returns the error of a step that fails permanently; undefined when a retry makes sense. */
export function explainStepFailure(error: unknown): RunError | undefined {
  if (error instanceof StepFailure) return { code: error.code, message: error.message };
  if (error instanceof UnfilledPlaceholdersError) return explainUnfilled(error.unfilled);
  if (error instanceof DomainError) return { code: error.code, message: explainDomainError(error) };
  return undefined;
}

/** Malformed placeholders come first, because values for the others would not help. */
export function explainUnfilled({ missing, malformed }: Unfilled): RunError {
  if (malformed.length > 0) {
    return { code: 'malformed_placeholder', message: `${describeMalformed(malformed)}.` };
  }
  return { code: 'missing_variable', message: `${describeMissing(missing)}.` };
}

function explainDomainError({ code, details }: DomainError): string {
  if (details !== undefined && 'invalidParams' in details) {
    const errors = Object.entries(details.invalidParams).map(([path, { message }]) => `${path}: ${message}`);
    return `The step cannot be performed. ${errors.join('. ')}`;
  }
  if (code === 'reply_window_closed')
    return 'The reply window of the chat is closed; only a template can be sent.';
  return `The step cannot be performed: ${code.replaceAll('_', ' ')}.`;
}
