import type { ErrorObject } from 'ajv';

/** One way in which a value does not match its schema. */
export interface SchemaError {
  /** JSON pointer to the part of the value; empty for the value itself. */
  readonly path: string;
  /** The keyword of JSON Schema that the value does not match. */
  readonly keyword: string;
  readonly message: string;
  /** The property that is missing, or is not allowed. */
  readonly property?: string;
  /** The unexpected key or the allowed values, which the message does not contain. */
  readonly detail?: unknown;
}

export function toSchemaError({ instancePath, keyword, message = '', params }: ErrorObject): SchemaError {
  const undeclared: unknown = params.unevaluatedProperty ?? params.additionalProperty;
  const property: unknown = params.missingProperty ?? undeclared;
  return {
    path: instancePath,
    keyword,
    message,
    ...(typeof property === 'string' && { property }),
    detail: undeclared ?? params.allowedValue ?? params.allowedValues,
  };
}

export function describeError({ path, message, detail }: SchemaError): string {
  return `${path || 'the value'} ${message}${detail === undefined ? '' : ` (${JSON.stringify(detail)})`}`;
}

const mostDescribed = 10;

/** Returns the first errors in one line. */
export function describeErrors(errors: readonly SchemaError[]): string {
  return errors.slice(0, mostDescribed).map(describeError).join('; ');
}
