import { describeErrors, validatorsOf } from '@parley/validation';
import { documentOf } from './documents.js';
import type { ApiVersion } from './versions.js';

/** Compares the body of an event with the `webhooks` of the document; throws with every error and unknown key. */
export function checkWebhook(version: ApiVersion, body: string): void {
  const { event } = JSON.parse(body);
  const validator = validatorsOf(documentOf(version).root).event(String(event));
  if (!validator) throw new Error(`The ${version} event ${event} declares no body.`);
  const errors = validator.findErrors(JSON.parse(body));
  if (errors.length === 0) return;
  throw new Error(
    `The ${version} event ${event} is not what the document declares: ${describeErrors(errors)}\n${body}`,
  );
}
