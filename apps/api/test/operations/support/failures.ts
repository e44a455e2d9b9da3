/** The whole body of a failure, for `toEqual`. */
export function failure(messageKey: string, message: string, invalidParams?: object): object {
  return { success: false, error: { messageKey, message, ...(invalidParams && { invalidParams }) } };
}

/** A 401, 402 or 403: the short form of the specification, and why in typed fields. */
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

/** The key of each parameter that a 400 names. */
export function errorKeys({ status, body }: RefusedResponse): Record<string, string> {
  const { invalidParams } = Object(Object(body).error);
  if (status !== 400 || invalidParams === undefined) {
    throw new Error(`Expected 400 with invalidParams, got ${status}: ${JSON.stringify(body)}`);
  }
  return Object.fromEntries(
    Object.entries(invalidParams).map(([path, error]) => [path, String(Object(error).key)]),
  );
}
