/** One difference between a response and its declaration. */
export interface ExchangeViolation {
  readonly rule: string;
  readonly expected: string;
  readonly received: string;
}

export interface ExchangeRequest {
  readonly operationId: string;
  readonly method: string;
  /** The path with the values of its parameters. */
  readonly path: string;
}

/** Lists every violation of one response, for the person who reads the report of a test. */
export class ExchangeError extends Error {
  readonly violations: readonly ExchangeViolation[];

  constructor(
    { operationId, method, path }: ExchangeRequest,
    status: number,
    violations: readonly ExchangeViolation[],
  ) {
    const lines = violations.map(
      ({ rule, expected, received }) => `- ${rule}: expected ${expected}; received ${received}`,
    );
    const subject = `${method} ${path} (${operationId}) returned ${status}`;
    super(`${subject}, which is not what the document declares:\n${lines.join('\n')}`);
    this.name = 'ExchangeError';
    this.violations = violations;
  }
}
