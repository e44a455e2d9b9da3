import { type Context, DomainError, getSuccessor } from '@parley/core';
import { HttpError } from './http-error.js';

interface ContactRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly version: string | undefined;
}

/**
 * Adds `mergedInto` to the 404 of a contact that was merged into another one. The use cases do not look for it: this is the
 * only place that names the successor, for every operation of v3 with a `contactId` in its path or body.
 */
export async function nameSuccessor(
  error: unknown,
  context: Context,
  { params, body, version }: ContactRequest,
): Promise<never> {
  if (version !== 'v3' || !(error instanceof DomainError) || error.code !== 'contact_not_found') throw error;
  const contactId: unknown = params.contactId ?? Object(body).contactId;
  const mergedInto = typeof contactId === 'string' ? await getSuccessor(context, contactId) : undefined;
  throw mergedInto === undefined ? error : new HttpError('contact_not_found', { details: { mergedInto } });
}
