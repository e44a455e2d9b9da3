import { asArray, asObject, type Document, follow, isObject, type JsonObject, own } from '@parley/validation';
import type { Credential } from './operation.js';

/** Returns the lists of credentials, any one of which is sufficient; no list at all if the document declares none. */
export function readSecurity(document: Document, operation: JsonObject): Credential[][] {
  const requirements = asArray(operation.security ?? document.root.security).filter(isObject);
  const schemes = asObject(asObject(document.root.components).securitySchemes);
  return requirements.map((requirement) =>
    Object.keys(requirement)
      .map((name) => readScheme(follow(document, own(schemes, name))))
      .filter((credential) => credential !== undefined),
  );
}

function readScheme(scheme: JsonObject): Credential | undefined {
  if (scheme.type === 'http') {
    const kind = String(scheme.scheme).toLowerCase() === 'basic' ? 'basic' : 'bearer';
    return { kind, name: 'authorization' };
  }
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect')
    return { kind: 'bearer', name: 'authorization' };
  const { in: place, name } = scheme;
  const isKnown = place === 'header' || place === 'query' || place === 'cookie';
  return scheme.type === 'apiKey' && isKnown && typeof name === 'string' ? { kind: place, name } : undefined;
}
