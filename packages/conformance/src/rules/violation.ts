export type RuleName =
  | 'responds'
  | 'no-server-error'
  | 'status-is-declared'
  | 'media-type-is-declared'
  | 'headers-are-declared'
  | 'body-is-declared'
  | 'invalid-is-refused'
  | 'invalid-field-is-named'
  | 'deleted-is-gone';

/** The requirement of each rule, as a sentence for people. */
export const rules: Readonly<Record<RuleName, string>> = {
  responds: 'every request gets a response, in time',
  'no-server-error': 'no request makes the server fail (5xx)',
  'status-is-declared': 'the status of a response is declared for the operation',
  'media-type-is-declared': 'the media type of a response is declared for its status',
  'headers-are-declared': 'required headers are present, and all headers match their declaration',
  'body-is-declared': 'the body of a response is valid against its schema',
  'invalid-is-refused': 'a request that the document does not allow is refused (4xx)',
  'invalid-field-is-named': 'a refusal names the invalid field',
  'deleted-is-gone': 'a deleted record is no longer found (404 or 410)',
};

export interface Violation {
  readonly rule: RuleName;
  /** A key that is the same for the same defect of the server, whatever the request is. */
  readonly key: string;
  readonly expected: string;
  readonly received: string;
}
