/**
 * The reference used to be one page with an anchor for each operation and event. A link to such an anchor leads to the
 * page of the operation or event.
 */
export function findNewPlace(pathname: string, hash: string): string | undefined {
  if (!/\/reference\/v\d+$/.test(pathname)) return undefined;
  const [, webhook, name] = /^#tag\/[^/]+\/(webhook\/)?([\w.]+)$/.exec(hash) ?? [];
  return name === undefined ? undefined : `${pathname}/${webhook ? 'events/' : ''}${name}`;
}
