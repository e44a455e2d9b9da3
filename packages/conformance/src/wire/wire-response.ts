export interface WireResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The reason why there is no response. */
export interface NoResponse {
  readonly failure: 'timeout' | 'closed' | 'refused';
  readonly message: string;
}

export type Outcome = WireResponse | NoResponse;

export function isResponse(outcome: Outcome): outcome is WireResponse {
  return !('failure' in outcome);
}

export function isSuccess(outcome: Outcome): boolean {
  return isResponse(outcome) && outcome.status >= 200 && outcome.status < 300;
}

/** Returns the value of a header that is sent once. */
export function headerOf({ headers }: WireResponse, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
