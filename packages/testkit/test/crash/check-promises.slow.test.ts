import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@parley/core';
import { checkPromises } from '../../src/crash/check-promises.js';
import { factOf } from '../../src/crash/event-facts.js';
import { useTestDatabase } from '../../src/hooks/index.js';
import { endMessage, failMessage, firstOf, listBreaches, type Run, refuseFirst } from './breaches.js';
import { type Kept, keepPromises } from './keep-promises.js';

const test = useTestDatabase();
let kept: Kept;
const run: Run = (statement) => test.database.pool.query(statement);

beforeEach(async () => {
  await test.database.pool.query('delete from tenants');
  kept = await keepPromises(test.database);
});

describe('checkPromises', () => {
  it('finds nothing if every guarantee was met', async () => {
    expect(await checkPromises(test.database, kept.evidence)).toEqual({
      broken: [],
      duplicates: 0,
      events: 17,
      messagesSent: 14,
      messagesInDoubt: 0,
      occurrences: 2,
    });
  });

  it.each(listBreaches(run))('finds $breach, and nothing else', async ({ plant, found }) => {
    await plant(kept);
    const { broken } = await checkPromises(test.database, kept.evidence);
    expect(broken).toEqual(found.map((fact) => expect.stringMatching(fact)));
  });

  it('allows a message in doubt that failed and was reported', async () => {
    await endMessage(run, kept, 'delivery_unknown');
    await kept.ledger.emit('message.updated', { id: firstOf(kept.messageIds), status: 'failed' });
    kept.ledger.reported.delete(factOf.message(firstOf(kept.messageIds), 'sent'));
    const verdict = await checkPromises(test.database, kept.evidence);
    expect(verdict).toMatchObject({ broken: [], messagesInDoubt: 1 });
  });

  it('allows an unsent message of a canceled campaign to fail, but not one of a running campaign', async () => {
    const id = firstOf(kept.again.messageIds);
    await failMessage(run, id, 'campaign_canceled');
    await kept.ledger.emit('message.updated', { id, status: 'failed' });
    kept.ledger.reported.delete(factOf.message(id, 'sent'));
    const { broken } = await checkPromises(test.database, kept.evidence);
    expect(broken).toEqual([`message ${id} failed with campaign_canceled`]);
    await run(`update campaigns set status = 'canceled' where id = '${kept.again.id}'`);
    const verdict = await checkPromises(test.database, kept.evidence);
    expect(verdict).toMatchObject({ broken: [], messagesInDoubt: 0 });
  });

  it('allows a canceled send without a message', async () => {
    const id = firstOf(kept.again.messageIds);
    await run(`with gone as (delete from messages where id = '${id}' returning campaign_send_id)
      update campaign_sends set status = 'canceled' where id = (select campaign_send_id from gone)`);
    kept.sent.delete(firstOf([...kept.again.sent.keys()]));
    kept.ledger.reported.delete(factOf.message(id, 'sent'));
    expect(await checkPromises(test.database, kept.evidence)).toMatchObject({ broken: [], occurrences: 1 });
  });

  it('counts what was removed with its campaign', async () => {
    await run(`update campaigns set removed_recipients = 1`);
    await run(`update campaign_occurrences set removed_sends = '{"read": 1, "replied": 1, "optedOut": 1}'`);
    expect(await checkPromises(test.database, kept.evidence)).toMatchObject({ broken: [] });
  });

  it('allows a delivery that was refused twice to wait, but not one that is due', async () => {
    const wait = (interval: string) =>
      run(`update deliveries set status = 'pending', attempt_count = 2, last_status_code = 503,
        next_attempt_at = now() + interval '${interval}' where event_type = 'message.received'`);
    // The first event reports a received message.
    refuseFirst(kept.ledger);
    await wait('5 minutes');
    expect(await checkPromises(test.database, kept.evidence)).toMatchObject({ broken: [] });
    await wait('-1 second');
    const { broken } = await checkPromises(test.database, kept.evidence);
    expect(broken).toEqual([
      expect.stringMatching(/^event .* was recorded, but never delivered$/),
      expect.stringMatching(/^delivery .* is pending after 2 attempts$/),
    ]);
  });

  it('allows a campaign that recurred rarely if few of its due times have passed', async () => {
    kept.recurring.push({ ...firstOf(kept.recurring), id: newId(), passedMoments: 3 });
    expect(await checkPromises(test.database, kept.evidence)).toMatchObject({ broken: [], occurrences: 2 });
  });

  it('allows a later status without a response if an event reports it', async () => {
    await run(`update chats set status = 'open', updated_at = '2099-01-01' where id = '${kept.chat.id}'`);
    const updatedAt = '2099-01-01T00:00:00.000Z';
    await kept.ledger.emit('chat.updated', { id: kept.chat.id, status: 'open', updatedAt });
    expect(await checkPromises(test.database, kept.evidence)).toMatchObject({ broken: [] });
  });

  it('allows a second body from another release, but not another value in it', async () => {
    const evidence = { ...kept.evidence, isOfTwoReleases: true };
    const first = firstOf(kept.ledger.receipts);
    kept.ledger.receipts.unshift({ ...first, hash: 'of another body', isAccepted: false });
    expect(await checkPromises(test.database, evidence)).toMatchObject({ broken: [] });
    kept.ledger.receipts.unshift({ ...first, hashOfValues: 'of other values', isAccepted: false });
    const { broken } = await checkPromises(test.database, evidence);
    expect(broken).toEqual([`event ${first.eventId} arrived with two bodies`]);
  });

  it('counts a delivery after an accepted one as a duplicate, but not one after a refused one', async () => {
    const { receipts } = kept.ledger;
    const [first, second] = [firstOf(receipts), firstOf(receipts.slice(1))];
    receipts.unshift({ ...first, isAccepted: false });
    receipts.push(second);
    expect(await checkPromises(test.database, kept.evidence)).toMatchObject({ broken: [], duplicates: 1 });
  });
});
