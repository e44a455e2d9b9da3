export interface SearchRequest {
  readonly body: object;
  /** Whether pages are requested by a cursor instead of by number. */
  readonly hasCursor: boolean;
}

/** A page; the operation decides which of the two fields it has. */
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
const limit = 100;

export async function* iteratePages(
  fetchPage: FetchPage,
  { body, hasCursor }: SearchRequest,
): AsyncGenerator<FoundPage, void, undefined> {
  const { pagination }: { pagination?: object } = body;
  let next: object | undefined = {};
  while (next) {
    const position: object = { limit, ...(hasCursor ? body : pagination), ...next };
    const page = await fetchPage(hasCursor ? position : { ...body, pagination: position });
    yield page;
    next = nextPosition(page);
  }
}

function nextPosition({ data, pagination }: FoundPage): object | undefined {
  const { nextCursor, page = 0, limit: size = limit, total = 0 } = pagination;
  if (typeof nextCursor === 'string') return { cursor: nextCursor };
  return data.length > 0 && (page + 1) * size < total ? { page: page + 1 } : undefined;
}
