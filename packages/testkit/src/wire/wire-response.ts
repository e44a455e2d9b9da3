export type HeaderValues = Readonly<Record<string, string | string[] | undefined>>;

/** A raw response. */
export interface WireResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: HeaderValues;
  readonly text: string;
}
