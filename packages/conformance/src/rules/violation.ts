export type RuleName =
  | 'answers'
  | 'no-server-error'
  | 'status-is-declared'
  | 'media-type-is-declared'
  | 'headers-are-declared'
  | 'body-is-declared'
  | 'invalid-is-refused'
  | 'fault-is-named'
  | 'deleted-is-gone';

/** What each rule asks of a server, for people. */
export const rules: Readonly<Record<RuleName, string>> = {
  answers: 'every request is answered, in time',
  'no-server-error': 'no request makes the server fail (5xx)',
  'status-is-declared': 'the status of an answer is declared for the operation',
  'media-type-is-declared': 'the media type of an answer is declared for its status',
  'headers-are-declared': 'declared headers are there when required, and as declared',
  'body-is-declared': 'the body of an answer is valid against its schema',
  'invalid-is-refused': 'a request that the document does not allow is refused (4xx)',
  'fault-is-named': 'a refusal names the field at fault',
  'deleted-is-gone': 'what was deleted is not found any more (404 or 410)',
};

export interface Violation {
  readonly rule: RuleName;
  /** Equal for the same fault of the server, whatever the request. */
  readonly key: string;
  readonly expected: string;
  readonly received: string;
}
