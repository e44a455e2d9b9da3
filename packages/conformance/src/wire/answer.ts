export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Why there is no answer. */
export interface Silence {
  readonly silence: 'timeout' | 'closed' | 'refused';
  readonly message: string;
}

export type Outcome = Answer | Silence;

export function isAnswer(outcome: Outcome): outcome is Answer {
  return !('silence' in outcome);
}

export function isSuccess(outcome: Outcome): boolean {
  return isAnswer(outcome) && outcome.status >= 200 && outcome.status < 300;
}

/** The value of a header that is sent once. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
