/** What the client must know of the operations of a version when it runs. */
export interface Policy {
  /** Where the version lives below the root of the service. */
  readonly basePath: string;
  /** How the paths of the POSTs end that change nothing, as searches do. All others heed `Idempotency-Key`. */
  readonly readingEnds: readonly string[];
  /** The POSTs that give their pages by a cursor instead of by number. */
  readonly cursorPosts: readonly string[];
  /** The operations, as `GET /path`, that return bytes instead of JSON. */
  readonly binaryResponses: readonly string[];
}
