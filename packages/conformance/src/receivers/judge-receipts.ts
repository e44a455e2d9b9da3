import { type Check, type CheckName, checks } from './checks.js';
import type { ReceiverFinding } from './receiver-report.js';
import type { Receipt } from './send-delivery.js';

/** Returns the findings of a check; receipts that fail in the same way are one finding. */
export function judgeReceipts(name: CheckName, receipts: readonly Receipt[]): ReceiverFinding[] {
  const wrong = receipts.filter((receipt) => !isRight(checks[name], receipt));
  const groups = new Map<string, Receipt[]>();
  for (const receipt of wrong) {
    const message = describe(checks[name], receipt);
    groups.set(message, [...(groups.get(message) ?? []), receipt]);
  }
  return [...groups].map(([message, group]) => ({
    check: name,
    message: `${message}${describeDetails(group)}`,
    advice: adviceFor(checks[name], group),
    events: [...new Set(group.map(({ delivery }) => delivery.type))],
  }));
}

export function isAccepted({ status = 0 }: Receipt): boolean {
  return status >= 200 && status < 300;
}

function isRefused({ status = 0 }: Receipt): boolean {
  return status >= 400 && status < 500;
}

/** A response that does not come in time is a finding of `in-time`. */
function isRight({ expects }: Check, receipt: Receipt): boolean {
  if (receipt.failure === 'timeout') return true;
  return expects === 'acceptance' ? isAccepted(receipt) : isRefused(receipt);
}

function describe({ expects, what }: Check, { status, text, failure, message }: Receipt): string {
  if (failure !== undefined) return `closed the connection on ${what}: ${message}`;
  const verb =
    expects === 'refusal' && status !== undefined && status < 300 ? 'accepted' : verbOf(status ?? 0);
  return `${verb} ${what}: responded with ${status}${text ? ` "${text}"` : ''}`;
}

function verbOf(status: number): string {
  if (status >= 500) return 'failed on';
  return status < 400 ? 'redirected' : 'refused';
}

function describeDetails(group: readonly Receipt[]): string {
  const details = [...new Set(group.flatMap(({ delivery }) => delivery.detail ?? []))];
  return details.length === 0
    ? ''
    : ` (${details.slice(0, mostDetails).join(', ')}${details.length > mostDetails ? ', …' : ''})`;
}

const mostDetails = 5;

function adviceFor({ expects, advice }: Check, [first]: readonly Receipt[]): string {
  const status = first?.status ?? 0;
  if (expects === 'refusal' && (status >= 300 || status === 0)) {
    return `Return a 4xx status for a delivery that you cannot trust. ${advice}`;
  }
  if (status >= 300 && status < 400) return 'A redirect is not followed; register the final URL.';
  if (status === 410) return `A 410 disables the webhook. ${advice}`;
  return advice;
}
