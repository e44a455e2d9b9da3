/** Small documents that a rule refuses or accepts. */
export interface RuleCases {
  readonly passes: Record<string, object>;
  /** Documents with exactly the messages that the rule must report. */
  readonly fails: Record<string, { readonly document: object; readonly messages: readonly string[] }>;
  /** Options of the rule, as in redocly.yaml. */
  readonly options?: object;
}
