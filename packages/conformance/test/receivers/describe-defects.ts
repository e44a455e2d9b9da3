import { describe, expect, it } from '@jest/globals';
import { v3Document } from '@parley/contract/documents';
import {
  checkNames,
  checkReceiver,
  checks,
  type ReceiverOptions,
  renderReceiverReport,
} from '../../src/index.js';
import { plantedReceivers } from './planted-receivers.js';
import { type Receive, type Receiver, revokedSecret, secret, startReceiver } from './receiver-server.js';

const { webhooks } = v3Document;

/** The events that the planted receivers distinguish. */
export const fewEvents = {
  ...v3Document,
  webhooks: {
    'chat.updated': webhooks['chat.updated'],
    'contact.updated': webhooks['contact.updated'],
    'message.received': webhooks['message.received'],
    'message.updated': webhooks['message.updated'],
  },
};

export type Options = (receiver: Receiver) => Partial<ReceiverOptions>;

export async function examine(receive: Receive, options: Options = () => ({})) {
  const receiver = await startReceiver(receive);
  try {
    return await checkReceiver({
      document: fewEvents,
      url: receiver.url,
      secret,
      revokedSecret,
      seed: 7,
      timeoutMs: 5_000,
      probeWaitMs: 2_000,
      ...options(receiver),
    });
  } finally {
    await receiver.stop();
  }
}

/** The other checks judge the deliveries of these. */
const sends: readonly string[] = ['acceptance', 'refusal'];

export const resultsOf = (report: Awaited<ReturnType<typeof examine>>) =>
  Object.fromEntries(report.checks.map(({ name, result }) => [name, result]));

/** The tests that each planted mistake is detected with the events of a document. */
export function describeDefects(document: object): void {
  describe('a receiver with a defect', () => {
    it.each(plantedReceivers.map((planted) => [planted.name, planted] as const))(
      'is detected: it %s',
      async (_, { check, says, receive }) => {
        const report = await examine(receive, ({ probeUrl }) => ({
          document: { ...document },
          probeUrl,
          timeoutMs: check === 'in-time' ? 400 : 5_000,
          probeWaitMs: check === 'handles-accepted' ? 500 : 2_000,
          only: sends.includes(checks[check].expects) ? [check] : [],
        }));
        const found = report.findings.filter((finding) => finding.check === check);
        expect(found.map(({ message }) => message).join('\n')).toContain(says);
        expect(resultsOf(report)[check]).toBe('failed');
        expect(renderReceiverReport(report)).toContain(`again   --only ${check}`);
      },
    );

    it('is there for every check', () => {
      expect(checkNames.filter((name) => !plantedReceivers.some(({ check }) => check === name))).toEqual([]);
    });
  });
}
