/** Headers of Fetch, of Node or Express, or a plain object with names in any case. */
export type AnyHeaders = HeadersLike | Readonly<Record<string, string | readonly string[] | undefined>>;

interface HeadersLike {
  get(name: string): string | null;
}

export function readHeader(headers: AnyHeaders, name: string): string | undefined {
  if (isHeadersLike(headers)) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function isHeadersLike(headers: AnyHeaders): headers is HeadersLike {
  return typeof headers.get === 'function';
}
