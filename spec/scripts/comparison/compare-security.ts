import { isObject, listOf, objectOf, stringsOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import type { ContractDocument } from '../read-document.js';
import { quote } from './finding.js';
import type { Located, Subject } from './located.js';
import { isSame } from './read-core.js';

/** Every way to authenticate that an operation accepted must still be accepted, with the same scopes or fewer. */
export function compareSecurity(
  { base, head, location, user }: Subject,
  before: JsonObject,
  after: JsonObject,
): Located[] {
  const [was, is] = [readWays(base, before), readWays(head, after)];
  const report = (severity: Located['severity'], sentence: string): Located[] => [
    { rule: 'security-requirement-changed', severity, sentence, location: `${location} > security`, user },
  ];
  if (isSame(was, is)) return [];
  const refused = was.filter((way) => !is.some((other) => isSatisfied(other, way)));
  const isNew = is.some((way) => !was.some((other) => isSame(way, other)));
  if (refused.length === 0) return isNew ? report('addition', 'More ways to authenticate are accepted.') : [];
  return refused.flatMap((way) => report('breaking', describeRefusal(way, is)));
}

/** The ways to authenticate; an operation without any can be called by anybody. */
function readWays(document: ContractDocument, operation: JsonObject): JsonObject[] {
  const ways = listOf(operation.security ?? document.security).filter(isObject);
  return ways.length === 0 ? [{}] : ways;
}

function isSatisfied(needed: JsonObject, way: JsonObject): boolean {
  return Object.entries(needed).every(
    ([scheme, scopes]) =>
      scheme in way && stringsOf(scopes).every((scope) => stringsOf(way[scheme]).includes(scope)),
  );
}

function describeRefusal(way: JsonObject, is: readonly JsonObject[]): string {
  const schemes = Object.keys(way);
  if (schemes.length === 0) return 'Authentication is now required.';
  const sameSchemes = is.find((other) => isSame(Object.keys(other), schemes));
  if (!sameSchemes) return `Authentication by ${quote(schemes)} is no longer accepted.`;
  const scopes = schemes.flatMap((scheme) =>
    stringsOf(sameSchemes[scheme]).filter((scope) => !stringsOf(way[scheme]).includes(scope)),
  );
  return `The scopes ${quote(scopes)} are now required.`;
}

/** The definitions of the ways to authenticate. */
export function compareSecuritySchemes(base: ContractDocument, head: ContractDocument): Located[] {
  const [was, is] = [base, head].map((document) => objectOf(objectOf(document.components).securitySchemes));
  return Object.keys(was ?? {}).flatMap((name): Located[] => {
    const [before, after] = [objectOf(was?.[name]), objectOf(is?.[name])];
    // `bearerFormat` is only a hint.
    const keywords = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'flows'];
    const changed = keywords.filter((keyword) => !isAccepted(before[keyword], after[keyword]));
    const sentence =
      is && name in is
        ? `Security scheme \`${name}\` changed: ${quote(changed)}.`
        : `Security scheme \`${name}\` was removed.`;
    const location = `security scheme > ${name}`;
    return changed.length === 0
      ? []
      : [{ rule: 'security-scheme-changed', severity: 'breaking', sentence, location, user: '' }];
  });
}

/**
 * Tells whether a definition still contains everything that it contained. An OAuth flow may gain scopes, and describe them
 * otherwise.
 */
function isAccepted(was: unknown, is: unknown): boolean {
  if (!isObject(was) || !isObject(is)) return isSame(was, is);
  return Object.keys(was).every((key) =>
    key === 'scopes'
      ? Object.keys(objectOf(was.scopes)).every((scope) => scope in objectOf(is.scopes))
      : isAccepted(was[key], is[key]),
  );
}
