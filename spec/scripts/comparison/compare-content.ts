import { objectOf } from '../../rules/read-json.js';
import type { JsonObject } from '../../rules/redocly-plugin.js';
import { compareEncoding } from './compare-encoding.js';
import type { Direction } from './finding.js';
import { compareSchemaPair, type Located, type Pair, pairAt, type Subject } from './located.js';

interface ContentPlace {
  readonly direction: Direction;
  readonly location: string;
  /** Whether it is the body of an event. A receiver cannot choose between its media types, as a caller can. */
  readonly isEvent?: boolean;
}

/** Compares the media types of a request or response, and the schema of each. */
export function compareContent(
  subject: Subject,
  content: Pair,
  { direction, location, isEvent = false }: ContentPlace,
): Located[] {
  const [was, is] = [objectOf(content.before), objectOf(content.after)];
  const { user } = subject;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((mediaType): Located[] => {
    const at = `${location} > ${mediaType}`;
    const wasAccepted = findAccepting(mediaType, was, direction);
    const isAccepted = findAccepting(mediaType, is, direction);
    if (isAccepted === undefined) {
      const sentence = `Media type \`${mediaType}\` was removed.`;
      return [{ rule: 'media-type-removed', severity: 'breaking', sentence, location: at, user }];
    }
    const sentence = `Media type \`${mediaType}\` was added.`;
    const severity = isEvent ? 'breaking' : 'addition';
    const added: Located = { rule: 'media-type-added', severity, sentence, location: at, user };
    if (wasAccepted === undefined) return [added];
    const { before, beforePointer } = pairAt(content, wasAccepted);
    const { after, afterPointer } = pairAt(content, isAccepted);
    const media = { before, beforePointer, after, afterPointer };
    const body = mediaType === 'application/json' ? 'body' : `${mediaType} body`;
    return [
      ...(mediaType in was ? [] : [added]),
      ...compareSchemaPair(subject, pairAt(media, 'schema'), {
        direction,
        location: `${location} > ${body}`,
      }),
      ...compareEncoding(subject, media, `${location} > ${body}`),
    ];
  });
}

/**
 * A range such as `image/*` accepts the requests of its types that the document does not name. A response must keep the
 * type that readers know.
 */
function findAccepting(mediaType: string, content: JsonObject, direction: Direction): string | undefined {
  const ranges = direction === 'request' ? [mediaType.replace(/\/.*/, '/*'), '*/*'] : [];
  return [mediaType, ...ranges].find((one) => one in content);
}
