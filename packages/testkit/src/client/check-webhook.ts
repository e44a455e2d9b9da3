import { describeErrors, validatorsOf } from '@parley/validation';
import { eventShapes } from '../coverage/leaves/declared-leaves.js';
import { recordLeaves } from '../coverage/leaves/record-leaves.js';
import { testRunFolder } from '../database/test-server.js';
import { documentOf } from '../wire/documents.js';
import type { ApiVersion } from '../wire/versions.js';

/**
 * Compares the body of an event with the `webhooks` of the document; throws with every error and unknown key. What it
 * shows is recorded for the coverage.
 */
export function checkWebhook(version: ApiVersion, body: string): void {
  const sent = JSON.parse(body);
  const { event } = sent;
  const validator = validatorsOf(documentOf(version).root).event(String(event));
  if (!validator) throw new Error(`The ${version} event ${event} declares no body.`);
  const errors = validator.findErrors(sent);
  if (errors.length === 0) {
    recordLeaves(testRunFolder(), eventShapes(version, String(event)), sent);
    return;
  }
  throw new Error(
    `The ${version} event ${event} is not what the document declares: ${describeErrors(errors)}\n${body}`,
  );
}
