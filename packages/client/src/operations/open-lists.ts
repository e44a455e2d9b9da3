/** The lists of values that can grow, and where responses contain them. */
export interface OpenLists {
  /** The types by name: the known values of a list, or the properties of an object that lead to lists. */
  readonly types: Readonly<Record<string, OpenType>>;
  /** The type of the response of each operation, such as `GET /chats/{chatId}`, that contains lists. */
  readonly operations: Readonly<Record<string, string>>;
  /** The type of the response of a request that failed. */
  readonly failure?: string;
}

export type OpenType = readonly string[] | Readonly<Record<string, string>>;
