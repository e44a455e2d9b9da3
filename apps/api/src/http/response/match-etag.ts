/** Whether `If-None-Match` names the tag (RFC 9110, 13.1.2): weakly compared, in a list, or as any at all. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  // Our tags have no comma in them, so a tag that is cut at one is not ours.
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}
