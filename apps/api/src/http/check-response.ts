import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiVersion, Operation } from './operation.js';

export interface ResponseChecks {
  readonly mode: 'off' | 'log' | 'strict';
  /** Told what is wrong; the caller's answer stays as it is. */
  readonly onInvalid: (operationId: string, faults: string) => void;
}

/** Throws in strict mode, tells in log mode, when an answer is not what the contract promises. */
export type CheckResponse = (body: unknown) => void;

/** Checks the bodies of successful answers; nothing is compiled when checks are off. */
export function createResponseCheck(
  version: ApiVersion,
  operation: Operation,
  { mode, onInvalid }: ResponseChecks,
): CheckResponse | undefined {
  if (mode === 'off') return undefined;
  const validate = compile(version, operation);
  return (body) => {
    if (validate(body)) return;
    const faults = (validate.errors ?? [])
      .slice(0, 10)
      .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
      .join('; ');
    if (mode === 'strict')
      throw new Error(`The answer of ${operation.operationId} breaks the contract: ${faults}`);
    onInvalid(operation.operationId, faults);
  };
}

function compile({ document }: ApiVersion, { path, method }: Operation): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  const pointer = [
    'paths',
    path,
    method.toLowerCase(),
    'responses',
    '200',
    'content',
    'application/json',
    'schema',
  ];
  return ajv.compile({ $ref: `document#/${pointer.map(escapePointer).join('/')}` });
}

function escapePointer(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
