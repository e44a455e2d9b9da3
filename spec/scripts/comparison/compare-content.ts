import { objectOf } from '../../rules/read-json.js';
import { compareEncoding } from './compare-encoding.js';
import type { Direction } from './finding.js';
import { compareSchemaPair, type Located, type Pair, pairAt, type Subject } from './located.js';

/** Compares the media types of a request or response, and the schema of each. */
export function compareContent(
  subject: Subject,
  content: Pair,
  { direction, location }: { readonly direction: Direction; readonly location: string },
): Located[] {
  const [was, is] = [objectOf(content.before), objectOf(content.after)];
  const { user } = subject;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((mediaType): Located[] => {
    const at = `${location} > ${mediaType}`;
    if (!(mediaType in is)) {
      const sentence = `Media type \`${mediaType}\` was removed.`;
      return [{ rule: 'media-type-removed', severity: 'breaking', sentence, location: at, user }];
    }
    if (!(mediaType in was)) {
      const sentence = `Media type \`${mediaType}\` was added.`;
      return [{ rule: 'media-type-added', severity: 'addition', sentence, location: at, user }];
    }
    const media = pairAt(content, mediaType);
    const body = mediaType === 'application/json' ? 'body' : `${mediaType} body`;
    return [
      ...compareSchemaPair(subject, pairAt(media, 'schema'), {
        direction,
        location: `${location} > ${body}`,
      }),
      ...compareEncoding(subject, media, `${location} > ${body}`),
    ];
  });
}
