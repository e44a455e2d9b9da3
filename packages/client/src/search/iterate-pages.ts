export interface SearchRequest {
  readonly body: object;
  /** Whether limit and cursor are fields of the body itself, instead of its `pagination`. */
  readonly hasCursor: boolean;
  /** The size of a page, unless the body has one. */
  readonly pageSize?: number | undefined;
}

/** A page; the operation decides which of these fields it has. */
export interface FoundPage {
  readonly data: readonly unknown[];
  readonly pagination: {
    readonly page?: number;
    readonly limit?: number;
    readonly total?: number;
    readonly nextCursor?: string | null;
  };
}

export type FetchPage = (body: object) => Promise<FoundPage>;

/** The largest page size that the service allows, so that few requests are needed. */
export const maximalPageSize = 100;

/** Reads one page after another. Every page follows a cursor, since the time of a page grows with its number. */
export async function* iteratePages(
  fetchPage: FetchPage,
  { body, hasCursor, pageSize: limit = maximalPageSize }: SearchRequest,
): AsyncGenerator<FoundPage, void, undefined> {
  const { pagination }: { pagination?: object } = body;
  const first: object = hasCursor ? { limit, ...body } : { limit, cursor: null, ...pagination };
  let next: object | undefined = first;
  while (next) {
    const page = await fetchPage(hasCursor ? next : { ...body, pagination: next });
    yield page;
    next = nextPosition(first, page);
  }
}

function nextPosition(first: object, { data, pagination }: FoundPage): object | undefined {
  const { nextCursor, page = 0, limit: size = maximalPageSize, total = 0 } = pagination;
  const { page: _number, ...rest }: { page?: number } = first;
  if (nextCursor !== undefined) return nextCursor === null ? undefined : { ...rest, cursor: nextCursor };
  return data.length > 0 && (page + 1) * size < total ? { ...rest, page: page + 1 } : undefined;
}
