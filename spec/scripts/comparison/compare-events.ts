import { objectOf } from '../../rules/read-json.js';
import type { ContractDocument } from '../read-document.js';
import { type Operation, readOperations } from './compare-operations.js';
import { compareParameters } from './compare-parameters.js';
import { compareRequestBody } from './compare-request-body.js';
import { createSchemaComparison } from './compare-schemas.js';
import type { IsUnchanged } from './is-unchanged.js';
import { type Located, pairAt, type Subject } from './located.js';

/** Compares the events: the service sends their headers and bodies, and partners read them. */
export function compareEvents(
  base: ContractDocument,
  head: ContractDocument,
  isUnchanged: IsUnchanged,
): Located[] {
  const [was, is] = [readOperations(base, 'webhooks'), readOperations(head, 'webhooks')];
  const comparisons = {
    request: createSchemaComparison('request', isUnchanged),
    response: createSchemaComparison('response', isUnchanged),
  };
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): Located[] => {
    const [before, after] = [was.get(key), is.get(key)];
    const user = (before ?? after)?.path ?? '';
    const location = `webhook > ${user}`;
    const report = (rule: string, severity: Located['severity'], verb: string): Located[] => [
      { rule, severity, sentence: `Event \`${user}\` was ${verb}.`, location, user },
    ];
    if (!before) return report('event-added', 'addition', 'added');
    if (!after) return report('event-removed', 'breaking', 'removed');
    if (isUnchanged(before.item.value, after.item.value)) return [];
    return compareEvent({ base, head, location, user, comparisons }, before, after);
  });
}

function compareEvent(subject: Subject, before: Operation, after: Operation): Located[] {
  const pair = {
    before: before.value,
    after: after.value,
    beforePointer: before.pointer,
    afterPointer: after.pointer,
  };
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
