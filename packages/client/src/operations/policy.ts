/** The properties of the operations of a version that the client needs at run time. */
export interface Policy {
  /** The path of the version below the root of the service. */
  readonly basePath: string;
  /** The endings of the paths of POSTs that only read, such as `/search`. All other POSTs accept `Idempotency-Key`. */
  readonly readingEnds: readonly string[];
  /** The POSTs that page by a cursor instead of by number. */
  readonly cursorPosts: readonly string[];
  /** The operations, as `GET /path`, that return bytes instead of JSON. */
  readonly binaryResponses: readonly string[];
}
