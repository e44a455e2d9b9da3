import { objectOf } from '../../rules/read-json.js';
import { childPointer } from '../read-document.js';
import { compareContent } from './compare-content.js';
import { follow } from './follow.js';
import { compareSchemaPair, type Located, type Pair, pairAt, type Subject } from './located.js';

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
    if (!(status in was)) return report('response-added', 'addition', 'added');
    const response = followPair(subject, pairAt(responses, status));
    return [
      ...compareHeaders(subject, pairAt(response, 'headers'), location),
      ...compareContent(subject, pairAt(response, 'content'), { direction: 'response', location }).filter(
        (change) => !isErrorKey(change, status),
      ),
    ];
  });
}

/** The keys of an error are compared by check-policy-changes: a new one is an addition. */
function isErrorKey({ rule, location }: Located, status: string): boolean {
  const isKey = / > body\.error\.messageKey > enum$/.test(location);
  return isKey && /^[45]/.test(status) && /^enum-values-(added|removed)$/.test(rule);
}

export function followPair(
  { base, head }: Subject,
  { before, after, beforePointer, afterPointer }: Pair,
): Pair {
  const [was, is] = [follow(base, before, beforePointer), follow(head, after, afterPointer)];
  return { before: was.value, after: is.value, beforePointer: was.pointer, afterPointer: is.pointer };
}

function compareHeaders(subject: Subject, headers: Pair, response: string): Located[] {
  const [was, is] = [objectOf(headers.before), objectOf(headers.after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name): Located[] => {
    const location = `${response} > header ${name}`;
    const source = childPointer(headers.beforePointer, name);
    const report = (rule: string, severity: Located['severity'], what: string): Located[] => [
      {
        rule,
        severity,
        sentence: `Response header \`${name}\` ${what}.`,
        location,
        source,
        user: subject.user,
      },
    ];
    if (!(name in is)) return report('response-header-removed', 'breaking', 'was removed');
    if (!(name in was)) return report('response-header-added', 'addition', 'was added');
    const header = followPair(subject, pairAt(headers, name));
    const [wasSent, isSent] = [header.before, header.after].map((value) => objectOf(value).required === true);
    return [
      ...(wasSent && !isSent
        ? report('response-header-became-optional', 'breaking', 'is no longer always sent')
        : []),
      ...(!wasSent && isSent ? report('response-header-always-sent', 'addition', 'is now always sent') : []),
      ...compareSchemaPair(subject, pairAt(header, 'schema'), { direction: 'response', location }),
    ];
  });
}
