import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, Operation, VersionContract } from '../contract/operation.js';

export interface ResponseChecks {
  readonly mode: 'off' | 'log' | 'strict';
  /** Told what is wrong; the caller's answer stays as it is. */
  readonly onInvalid: (operationId: string, faults: string) => void;
}

/** Throws in strict mode, tells in log mode, when an answer is not what the contract promises. */
export type CheckResponse = (body: unknown) => void;

/** Checks the bodies of successful answers. It is meant for tests and for looking into a fault: compiled when used. */
export function createResponseCheck(
  version: VersionContract,
  operation: Operation,
  { mode, onInvalid }: ResponseChecks,
): CheckResponse | undefined {
  if (mode === 'off' || !answersJson(version, operation)) return undefined;
  let validate: ValidateFunction | undefined;
  return (body) => {
    validate ??= compile(version, operation);
    // What is checked is what goes over the wire: no undefined fields, no dates.
    if (validate(JSON.parse(JSON.stringify(body)))) return;
    const faults = (validate.errors ?? [])
      .slice(0, 10)
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
      .join('; ');
    if (mode === 'strict')
      throw new Error(`The answer of ${operation.operationId} breaks the contract: ${faults}`);
    onInvalid(operation.operationId, faults);
  };
}

/** A download has no schema to be compared with. */
function answersJson({ document }: VersionContract, operation: Operation): boolean {
  let value: unknown = document;
  for (const step of pathToAnswer(operation)) value = Object(value)[step];
  return value !== undefined;
}

function compile({ document }: VersionContract, operation: Operation): ValidateFunction {
  const pointer = [...pathToAnswer(operation), 'schema'];
  return ajvOf(document).compile({ $ref: `document#/${pointer.map(escapePointer).join('/')}` });
}

function pathToAnswer({ path, method }: Operation): string[] {
  return ['paths', path, method.toLowerCase(), 'responses', '200', 'content', 'application/json'];
}

const ajvs = new WeakMap<OpenApiDocument, Ajv2020>();

function ajvOf(document: OpenApiDocument): Ajv2020 {
  const known = ajvs.get(document);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  ajvs.set(document, ajv);
  return ajv;
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
