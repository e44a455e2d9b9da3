import { objectOf } from '../../rules/read-json.js';
import { compareContent } from './compare-content.js';
import type { Direction } from './finding.js';
import { followPair } from './follow.js';
import { type Located, type Pair, pairAt, type Subject } from './located.js';

/** Compares the body of a request, or the body of an event, which the service sends. */
export function compareRequestBody(subject: Subject, pair: Pair, direction: Direction): Located[] {
  const location = `${subject.location} > request`;
  const report = (rule: string, severity: Located['severity'], sentence: string): Located[] => [
    { rule, severity, sentence, location, user: subject.user },
  ];
  if (pair.before === undefined && pair.after === undefined) return [];
  const body = followPair(subject, pair);
  const [was, is] = [body.before, body.after].map((value) => objectOf(value).required === true);
  if (pair.after === undefined) return report('request-body-removed', 'breaking', 'The body was removed.');
  if (pair.before === undefined)
    return is && direction === 'request'
      ? report('request-body-became-required', 'breaking', 'A required body was added.')
      : report('request-body-added', 'addition', 'A body was added.');
  return [
    ...(is && !was && direction === 'request'
      ? report('request-body-became-required', 'breaking', 'The body is now required.')
      : []),
    ...(was && !is
      ? report(
          'request-body-became-optional',
          direction === 'request' ? 'addition' : 'breaking',
          direction === 'request' ? 'The body is now optional.' : 'The body is no longer always sent.',
        )
      : []),
    ...compareContent(subject, pairAt(body, 'content'), {
      direction,
      location,
      isEvent: direction === 'response',
    }),
  ];
}
