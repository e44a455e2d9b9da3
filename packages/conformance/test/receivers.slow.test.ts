import { describe, expect, it } from '@jest/globals';
import { v2Document, v3Document } from '@parley/contract/documents';
import { checkNames, checks, type ReceiverOptions, renderReceiverReport } from '../src/index.js';
import {
  describeDefects,
  examine,
  fewEvents,
  type Options,
  resultsOf,
} from './receivers/describe-defects.js';
import { secret } from './receivers/receiver-server.js';
import { createReceive, type Parts } from './receivers/right-receiver.js';

const probed: Options = ({ probeUrl }) => ({ probeUrl });

describe('a receiver that uses the verification of the client', () => {
  it.each([
    ['v3', v3Document, []],
    // No enumeration in the events of v2 can grow.
    ['v2', v2Document, ['unknown-enum-value']],
  ])('passes every check with the events of %s', async (_, document, impossible) => {
    const report = await examine(createReceive(), ({ probeUrl }) => ({
      document: { ...document },
      probeUrl,
    }));
    const others = report.checks.filter(({ result }) => result !== 'passed');
    expect(others.map(({ name, result }) => [name, result])).toEqual(
      impossible.map((name) => [name, 'unknown']),
    );
    expect(report.checks.map(({ name }) => name)).toEqual(checkNames);
    expect(renderReceiverReport(report)).toMatch(
      new RegExp(
        `^No finding\\. \\d+ checks passed, 0 failed, ${impossible.length} unknown; \\d+ deliveries`,
        'm',
      ),
    );
  });
});

describe('a receiver that relies on an enumeration', () => {
  it('has no defect if the contract does not let the enumeration grow', async () => {
    const channels = ['whatsapp', 'instagram', 'sms', 'email'];
    const senders = ['inbound', 'outbound'];
    const accept: Parts['accept'] = async (event) => {
      if (event.event !== 'message.received') return 204;
      return channels.includes(event.data.channel.type) && senders.includes(event.data.sender) ? 204 : 422;
    };
    const report = await examine(createReceive({ accept }), () => ({ only: ['unknown-enum-value'] }));
    expect(report.findings).toEqual([]);
  });
});

/** `receivers.long.test.ts` sends every event. */
describeDefects(fewEvents);

describe('what cannot be observed', () => {
  it('is unknown without a probe: whether an event was handled, once, and in order', async () => {
    const { findings, checks: reports } = await examine(createReceive());
    const unknown = reports.filter(({ result }) => result === 'unknown');
    expect(unknown.map(({ name }) => name)).toEqual(
      checkNames.filter((name) => checks[name].expects === 'probe'),
    );
    expect(new Set(unknown.map(({ reason }) => reason))).toEqual(
      new Set(['the receiver has no probe (--probe)']),
    );
    expect(findings).toEqual([]);
  });

  it('is unknown whether a receiver verifies that refuses everything', async () => {
    const report = await examine(async () => 401, probed);
    expect(resultsOf(report)).toMatchObject({
      valid: 'failed',
      'wrong-signature': 'unknown',
      'tampered-body': 'unknown',
      'handles-accepted': 'unknown',
    });
  });

  it('is unknown which state is kept when the probe does not report it', async () => {
    const right = createReceive();
    const report = await examine(async (incoming, kept) => {
      delete kept.current;
      return right(incoming, { ...kept, current: {} });
    }, probed);
    expect(report.checks.find(({ name }) => name === 'keeps-newest')).toMatchObject({
      result: 'unknown',
      reason: 'the probe reports no `current`',
    });
  });

  it('is unknown whether a type that is never handled must be; it must be if it is named', async () => {
    const receive = createReceive({ accept: async () => 204 });
    const quick = { probeWaitMs: 200 };
    expect(resultsOf(await examine(receive, (its) => ({ ...probed(its), ...quick })))).toMatchObject({
      'handles-accepted': 'unknown',
    });
    const named = await examine(receive, (its) => ({ ...probed(its), ...quick, events: ['chat.updated'] }));
    expect(resultsOf(named)).toMatchObject({ 'handles-accepted': 'failed', 'unknown-type': 'unknown' });
  });
});

describe('a run that cannot begin', () => {
  it.each<[string, Partial<ReceiverOptions>, string]>([
    ['no receiver', { url: 'http://127.0.0.1:9/' }, 'No receiver responds at http://127.0.0.1:9/'],
    ['no URL', { url: 'nowhere' }, 'nowhere is not the URL of a receiver.'],
    ['a secret of another kind', { secret: 'hunter2' }, 'The secret must begin with whsec_'],
    ['an unknown check', { only: ['everything' as 'valid'] }, 'There is no check everything.'],
    ['an unknown event', { events: ['chat.exploded'] }, 'The document has no event chat.exploded.'],
    ['a document without events', { document: { openapi: '3.1.0' } }, 'The document declares no events'],
    ['no probe', { probeUrl: 'http://127.0.0.1:9/' }, 'The probe http://127.0.0.1:9/ cannot be read'],
  ])('is refused with a message: %s', async (_, options, message) => {
    await expect(examine(createReceive(), () => options)).rejects.toThrow(message);
  });

  it('never contains the secret in its report', async () => {
    const report = await examine(createReceive({ open: ({ body }) => JSON.parse(body.toString()) }));
    expect(JSON.stringify(report)).not.toContain(secret);
  });
});
