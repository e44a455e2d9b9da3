import { objectOf } from '../../rules/read-json.js';
import type { ContractDocument } from '../read-document.js';
import { compareContent } from './compare-content.js';
import { compareEach, type Operation, pairOf } from './compare-each.js';
import { compareOperationId } from './compare-operation-id.js';
import { compareParameters } from './compare-parameters.js';
import { compareRequestBody } from './compare-request-body.js';
import { followPair } from './follow.js';
import type { IsUnchanged } from './is-unchanged.js';
import { type Located, type Pair, pairAt, type Subject } from './located.js';

/** Compares the events: the service sends their headers and bodies, and partners read them. */
export function compareEvents(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
): Located[] {
  return compareEach(base, head, isUnchanged, {
    area: 'webhooks',
    noun: 'event',
    nameOf: ({ path }) => ({ location: `webhook > ${path}`, user: path }),
    compare: (subject, before, after) =>
      isUnchanged(before.item.value, after.item.value) ? [] : compareEvent(subject, before, after),
  });
}

function compareEvent(subject: Subject, before: Operation, after: Operation): Located[] {
  const pair = pairOf(before, after);
  const holders = { before: [before.item, before], after: [after.item, after] };
  return [
    ...compareOperationId(subject, before, after),
    ...compareParameters(subject, holders, 'response'),
    ...compareRequestBody(subject, pairAt(pair, 'requestBody'), 'response'),
    ...compareReceiverResponses(subject, pairAt(pair, 'responses')),
  ];
}

/** Compares how a receiver may respond. Every status and body that was allowed must still be allowed. */
function compareReceiverResponses(subject: Subject, responses: Pair): Located[] {
  const [was, is] = [objectOf(responses.before), objectOf(responses.after)];
  return Object.keys(was).flatMap((status): Located[] => {
    const location = `${subject.location} > ${status}`;
    const allowed = [status, `${status[0]}XX`, 'default'].find((one) => one in is);
    if (allowed === undefined) {
      const sentence = `A receiver can no longer respond with \`${status}\`.`;
      const { user } = subject;
      return [{ rule: 'receiver-status-removed', severity: 'breaking', sentence, location, user }];
    }
    const { before, beforePointer } = pairAt(responses, status);
    const { after, afterPointer } = pairAt(responses, allowed);
    const response = followPair(subject, { before, beforePointer, after, afterPointer });
    const content = pairAt(response, 'content');
    if (isEmpty(content.before) && !isEmpty(content.after)) {
      const sentence = `A receiver can no longer respond with \`${status}\` and no body.`;
      return [{ rule: 'receiver-body-added', severity: 'breaking', sentence, location, user: subject.user }];
    }
    return compareContent(subject, content, { direction: 'request', location });
  });
}

/** A response of a receiver whose body the document does not describe. Most receivers send none. */
function isEmpty(content: unknown): boolean {
  return Object.keys(objectOf(content)).length === 0;
}
