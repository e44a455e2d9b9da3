/** Returns the complete body of an error, for `toEqual`. */
export function failure(messageKey: string, message: string, invalidParams?: object): object {
  return { success: false, error: { messageKey, message, ...(invalidParams && { invalidParams }) } };
}

/** Returns a 401, 402 or 403: the short form of the specification, and the reason in typed fields. */
export function refusal(messageKey: string, message: string, details: object): object {
  return { success: false, error: { messageKey, message, ...details } };
}

export function invalid(invalidParams: Readonly<Record<string, object>>): object {
  return failure('invalid_body_params', 'Invalid body params', invalidParams);
}

interface RefusedResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Returns the error key of each parameter in a 400. */
export function errorKeys({ status, body }: RefusedResponse): Record<string, string> {
  const { invalidParams } = Object(Object(body).error);
  if (status !== 400 || invalidParams === undefined) {
    throw new Error(`Expected 400 with invalidParams, got ${status}: ${JSON.stringify(body)}`);
  }
  return Object.fromEntries(
    Object.entries(invalidParams).map(([path, error]) => [path, String(Object(error).key)]),
  );
}
