import { closeSchema } from './close-schema.js';
import { compileSchema, type Validate } from './compile-schema.js';
import { resolve } from './document.js';
import { documentOf } from './documents.js';
import type { ApiVersion } from './versions.js';

/** Compares the body of an event with the `webhooks` of the document; throws with every fault and unknown key. */
export function checkWebhook(version: ApiVersion, body: string): void {
  const event: unknown = JSON.parse(body).event;
  const validate = validatorOf(version, String(event));
  if (!validate(JSON.parse(body))) {
    throw new Error(
      `The ${version} event ${event} is not what the document declares: ${validate.why()}\n${body}`,
    );
  }
}

const validators = new Map<string, Validate>();

function validatorOf(version: ApiVersion, event: string): Validate {
  const key = `${version} ${event}`;
  const known = validators.get(key);
  if (known) return known;
  const document = documentOf(version);
  const webhook = resolve(document, resolve(document, document.webhooks)[event]);
  const content = resolve(document, resolve(document, resolve(document, webhook.post).requestBody).content);
  const media = resolve(document, content['application/json']);
  const validate = compileSchema(closeSchema(document, resolve(document, media.schema)));
  validators.set(key, validate);
  return validate;
}
