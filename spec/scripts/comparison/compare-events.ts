import { objectOf } from '../../rules/read-json.js';
import type { ContractDocument } from '../read-document.js';
import { compareEach, type Operation, pairOf } from './compare-each.js';
import { compareParameters } from './compare-parameters.js';
import { compareRequestBody } from './compare-request-body.js';
import type { IsUnchanged } from './is-unchanged.js';
import { type Located, pairAt, type Subject } from './located.js';

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
    ...compareParameters(subject, holders, 'response'),
    ...compareRequestBody(subject, pairAt(pair, 'requestBody'), 'response'),
    ...compareReceiverStatuses(subject, before, after),
  ];
}

/** Compares the statuses with which a receiver may respond. Each must still be allowed. */
function compareReceiverStatuses(
  { location, user }: Subject,
  before: Operation,
  after: Operation,
): Located[] {
  const [was, is] = [before, after].map(({ value }) => Object.keys(objectOf(value.responses)));
  return (was ?? [])
    .filter((status) => !is?.includes(status))
    .map((status) => ({
      rule: 'receiver-status-removed',
      severity: 'breaking',
      sentence: `A receiver can no longer respond with \`${status}\`.`,
      location: `${location} > ${status}`,
      user,
    }));
}
