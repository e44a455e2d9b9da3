import { type CheckName, checks } from './checks.js';
import { isAccepted } from './judge-receipts.js';
import type { ProbeState } from './probe.js';
import type { CheckReport, ReceiverFinding } from './receiver-report.js';
import type { Receipt } from './send-delivery.js';

export interface Sent extends Receipt {
  readonly check: CheckName;
}

export interface ProbeVerdict {
  readonly result: CheckReport['result'];
  readonly reason?: string;
  readonly findings: readonly ReceiverFinding[];
}

/** Compares what the receiver reports with what it has accepted and refused. */
export function judgeProbe(
  name: CheckName,
  { sent, state, isSubscribed }: { sent: readonly Sent[]; state: ProbeState; isSubscribed: boolean },
): ProbeVerdict {
  switch (name) {
    case 'handles-accepted':
      return judgeAccepted(mustHandle(sent), { state, isSubscribed });
    case 'handles-once':
      return judgeOnce(sent, state);
    case 'ignores-refused':
      return judgeRefused(sent, state);
    default:
      return judgeNewest(sent, state);
  }
}

/** The accepted deliveries that a receiver has to handle: it may ignore what it does not know, and old states. */
export function mustHandle(sent: readonly Sent[]): Sent[] {
  const free: readonly CheckName[] = ['unknown-type', 'unknown-enum-value', 'out-of-order'];
  return sent.filter(
    (one) => isAccepted(one) && checks[one.check].expects === 'acceptance' && !free.includes(one.check),
  );
}

function judgeAccepted(
  accepted: readonly Sent[],
  { state, isSubscribed }: { state: ProbeState; isSubscribed: boolean },
): ProbeVerdict {
  if (accepted.length === 0) return unknown('no delivery was accepted');
  const handled = new Set(state.handled);
  const known = new Set(accepted.filter(({ delivery }) => handled.has(delivery.id)).map(typeOf));
  const missing = accepted.filter(({ delivery }) => !handled.has(delivery.id));
  const lost = missing.filter((one) => isSubscribed || known.has(typeOf(one)));
  if (lost.length > 0)
    return failed('handles-accepted', lost, `, in ${lost.length} of ${accepted.length} cases`);
  if (missing.length === 0) return passed;
  const types = [...new Set(missing.map(typeOf))].join(', ');
  return unknown(`no event of these types was handled: ${types}. Name with --event those that must be`);
}

function judgeOnce(sent: readonly Sent[], { handled }: ProbeState): ProbeVerdict {
  const repeated = sent.filter(({ check }) => check === 'duplicate' || check === 'concurrent-duplicate');
  const countOf = ({ delivery }: Sent) => handled.filter((id) => id === delivery.id).length;
  if (!repeated.some((one) => countOf(one) > 0)) return unknown('no repeated delivery was handled');
  const twice = repeated.filter((one) => countOf(one) > 1);
  const where = [...new Set(twice.map(({ check }) => check))].join(', ');
  return twice.length === 0 ? passed : failed('handles-once', twice, ` (${where})`);
}

function judgeRefused(sent: readonly Sent[], { handled }: ProbeState): ProbeVerdict {
  const refused = sent.filter((one) => checks[one.check].expects === 'refusal' && !isAccepted(one));
  if (refused.length === 0) return unknown('no delivery was refused');
  const effective = refused.filter(({ delivery }) => handled.includes(delivery.id));
  const where = effective.map(({ check }) => check).join(', ');
  return effective.length === 0 ? passed : failed('ignores-refused', effective, ` (${where})`);
}

function judgeNewest(sent: readonly Sent[], { current }: ProbeState): ProbeVerdict {
  const [newer, older] = sent.filter(({ check }) => check === 'out-of-order');
  if (!newer?.delivery.resourceId || !older) return unknown('no events were sent out of order');
  if (!current) return unknown('the probe reports no `current`');
  const kept = current[newer.delivery.resourceId];
  if (kept === newer.delivery.id) return passed;
  if (kept === older.delivery.id) return failed('keeps-newest', [older], '');
  return unknown('the probe reports neither of the two events as `current`');
}

const passed: ProbeVerdict = { result: 'passed', findings: [] };

function unknown(reason: string): ProbeVerdict {
  return { result: 'unknown', reason, findings: [] };
}

function failed(check: CheckName, sent: readonly Sent[], where: string): ProbeVerdict {
  const { what, advice } = checks[check];
  const events = [...new Set(sent.map(typeOf))];
  return { result: 'failed', findings: [{ check, message: `${what}${where}`, advice, events }] };
}

function typeOf({ delivery }: Sent): string {
  return delivery.type;
}
