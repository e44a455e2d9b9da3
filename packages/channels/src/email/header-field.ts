/** A header field with its folded lines joined; the name is in lower case. */
export interface HeaderField {
  readonly key: string;
  readonly value: string;
}
