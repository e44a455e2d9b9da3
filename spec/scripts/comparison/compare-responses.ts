import { objectOf } from '../../rules/read-json.js';
import { compareContent } from './compare-content.js';
import { compareHeaders } from './compare-headers.js';
import { isSameWithoutTexts } from './compare-unjudged.js';
import { followPair } from './follow.js';
import { type Located, type Pair, pairAt, type Subject } from './located.js';

/** Compares the responses of an operation by their status. */
export function compareResponses(subject: Subject, responses: Pair): Located[] {
  const [was, is] = [objectOf(responses.before), objectOf(responses.after)];
  const { user } = subject;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((status): Located[] => {
    const location = `${subject.location} > ${status}`;
    const report = (rule: string, severity: Located['severity'], verb: string): Located[] => [
      { rule, severity, sentence: `Response \`${status}\` was ${verb}.`, location, user },
    ];
    if (!(status in is)) return report('response-removed', 'breaking', 'removed');
    if (!(status in was)) {
      // A reader expects the body of the success that it knows.
      return report('response-added', /^[23]/.test(status) ? 'breaking' : 'addition', 'added');
    }
    const response = followPair(subject, pairAt(responses, status));
    return [
      ...compareHeaders(subject, pairAt(response, 'headers'), location),
      ...compareContent(subject, pairAt(response, 'content'), { direction: 'response', location }).filter(
        (change) => !isErrorKey(change, status),
      ),
      ...compareLinks(subject, pairAt(response, 'links'), location),
    ];
  });
}

/** Compares the operations to which a response links. No comparison judges how a link fills their parameters. */
function compareLinks(subject: Subject, links: Pair, location: string): Located[] {
  const [was, is] = [objectOf(links.before), objectOf(links.after)];
  const { user } = subject;
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name): Located[] => {
    const { before, after } = followPair(subject, pairAt(links, name));
    if (name in was && name in is && isSameWithoutTexts(before, after)) return [];
    const severity = name in was ? 'breaking' : 'addition';
    const verb = name in was ? (name in is ? 'changed' : 'removed') : 'added';
    const sentence = `Link \`${name}\` was ${verb}.`;
    return [{ rule: 'link-changed', severity, sentence, location: `${location} > links > ${name}`, user }];
  });
}

/** The keys of an error are compared by check-policy-changes: a new one is an addition. */
function isErrorKey({ rule, location }: Located, status: string): boolean {
  const isKey = / > body\.error\.messageKey > enum$/.test(location);
  return isKey && /^[45]/.test(status) && /^enum-values-(added|removed)$/.test(rule);
}
