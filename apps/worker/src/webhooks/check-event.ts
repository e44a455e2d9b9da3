import { v2Document, v3Document } from '@parley/contract/documents';
import { describeErrors, validatorsOf } from '@parley/validation';
import type { BuiltBody } from './build-body.js';

const documents = { v2: v2Document, v3: v3Document };

/** Validates the body of an event against the `webhooks` of its document; returns `undefined` when it is valid. */
export function findEventErrors({ version, body }: BuiltBody): string | undefined {
  // Validates what goes over the wire: without undefined fields, and with dates as strings.
  const sent: unknown = JSON.parse(JSON.stringify(body));
  const errors = validatorsOf(documents[version]).event(body.event)?.findErrors(sent) ?? [];
  return errors.length === 0 ? undefined : describeErrors(errors);
}
