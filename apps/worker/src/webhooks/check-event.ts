import { v2Document, v3Document } from '@parley/contract/documents';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { BuiltBody } from './build-body.js';

/** Validates the body of an event against the `webhooks` of its document; returns `undefined` when it is valid. */
export function findEventErrors({ version, body }: BuiltBody): string | undefined {
  const validate = validatorOf(version, body.event);
  // The check sees what goes over the wire: no undefined fields, no dates.
  if (validate(JSON.parse(JSON.stringify(body)))) return undefined;
  return (validate.errors ?? [])
    .slice(0, 10)
    .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
    .join('; ');
}

const ajvs = { v2: ajvOf(v2Document), v3: ajvOf(v3Document) };
const validators = new Map<string, ValidateFunction>();

function ajvOf(document: object): () => Ajv2020 {
  let ajv: Ajv2020 | undefined;
  return () => {
    if (ajv) return ajv;
    ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    return ajv.addSchema({ $id: 'document', ...document });
  };
}

function validatorOf(version: 'v2' | 'v3', event: string): ValidateFunction {
  const key = `${version} ${event}`;
  const known = validators.get(key);
  if (known) return known;
  const pointer = `webhooks/${event}/post/requestBody/content/application~1json/schema`;
  const validate = ajvs[version]().compile({ $ref: `document#/${pointer}` });
  validators.set(key, validate);
  return validate;
}
