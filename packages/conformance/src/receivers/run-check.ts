import { ConformanceError } from '../errors/conformance-error.js';
import { type CheckName, checks } from './checks.js';
import type { Sent } from './judge-probe.js';
import { isAccepted, judgeReceipts } from './judge-receipts.js';
import { planCheck } from './plan-check.js';
import type { CheckOutcome, ReceiverRun } from './receiver-run.js';

/** After this number of missing responses the other checks are not run: each would take the whole deadline. */
const mostTimeouts = 3;

/** Sends the deliveries of a check and judges the responses. */
export async function runCheck(run: ReceiverRun, name: CheckName): Promise<void> {
  const plan = planCheck(name, run.context);
  if (typeof plan === 'string') return run.record(unknownCheck(name, 0, plan));
  const received: Sent[] = [];
  for (const step of plan) {
    if (isTooSlow([...run.sent, ...received])) break;
    const receipts = await Promise.all(step.map((delivery) => run.sender.send(delivery)));
    received.push(...receipts.map((receipt) => ({ ...receipt, check: name })));
    refuseDeadReceiver(run, received);
  }
  run.sent.push(...received);
  run.record(judge(run, name, received));
}

function judge(run: ReceiverRun, name: CheckName, received: readonly Sent[]): CheckOutcome {
  const findings = judgeReceipts(name, received);
  const deliveries = received.length;
  if (findings.length > 0) return { report: { name, result: 'failed', deliveries }, findings };
  if (received.some(({ failure }) => failure === 'timeout')) {
    return unknownCheck(name, deliveries, 'a delivery got no response in time');
  }
  if (deliveries === 0) return unknownCheck(name, 0, 'not run, since the receiver does not respond in time');
  if (checks[name].expects === 'refusal' && !hasAcceptedValid(run)) {
    return unknownCheck(name, deliveries, 'the receiver refuses a valid delivery too');
  }
  return { report: { name, result: 'passed', deliveries }, findings };
}

/** A receiver that refuses everything would pass all checks of refusals. */
function hasAcceptedValid({ sent, context }: ReceiverRun): boolean {
  const [first] = context.events;
  return sent.some((one) => one.check === 'valid' && one.delivery.type === first.type && isAccepted(one));
}

function isTooSlow(sent: readonly Sent[]): boolean {
  return sent.filter(({ failure }) => failure === 'timeout').length >= mostTimeouts;
}

function refuseDeadReceiver({ sent, context }: ReceiverRun, received: readonly Sent[]): void {
  const [first] = received;
  if (sent.length > 0 || first?.failure !== 'refused') return;
  throw new ConformanceError(`No receiver responds at ${context.settings.url}: ${first.message}`);
}

export function unknownCheck(name: CheckName, deliveries: number, reason: string): CheckOutcome {
  return { report: { name, result: 'unknown', deliveries, reason }, findings: [] };
}
