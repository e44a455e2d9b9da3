import { beforeEach, describe, expect, it } from '@jest/globals';
import { createToken, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import type { Stage } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';
import { type AutomationCreate, automationCalls } from './automation-calls.js';

type Trigger = AutomationCreate['trigger'];

export function describeSchedules(stage: Stage, world: RenewableWorld): void {
  const { create, createdBy, read, publish, update } = automationCalls(world);
  const query = 'eq(isSubscribed,true)';
  const rule = 'FREQ=DAILY;BYHOUR=9;BYMINUTE=0;BYSECOND=0';
  const daily = {
    type: 'schedule',
    schedule: { rule, timeZone: 'Europe/Berlin' },
    audience: { query },
  } as const satisfies Trigger;
  const deactivate = async (automationId: string) =>
    expectStatus(await world.v3.call('deactivateAutomation', { params: { automationId } }), 200).body.data;

  describe('the trigger schedule', () => {
    beforeEach(world.renew);

    it('is returned as it was written; publishing plans the first occurrence, and deactivating removes it', async () => {
      const { id, latestVersion, occurrences } = await createdBy({ trigger: daily });
      const trigger = { ...daily, channelId: null, audience: { query, segmentId: null } };
      expect(latestVersion.trigger).toMatchObject(trigger);
      expect(occurrences).toBeNull();
      // It is 11:30 in Berlin.
      const planned = {
        nextOccurrenceAt: '2026-10-16T07:00:00.000Z',
        lastOccurrenceAt: null,
        failureReason: null,
      };
      const published = await publish(id);
      expect(published).toMatchObject({ activeVersion: { trigger }, latestVersion: { trigger } });
      expect(published.occurrences).toEqual(planned);
      expect((await read(id)).occurrences).toEqual(planned);
      const runAt = planned.nextOccurrenceAt;
      expect(await findJobs(stage.database, 'run-schedule', id)).toMatchObject([{ runAt }]);
      expect(await deactivate(id)).toMatchObject({ latestVersion: { trigger }, occurrences: null });
    });

    it('can name a segment, which cannot be deleted then', async () => {
      const segmentId = world.segment.id;
      const audience = { segmentId: segmentId.toUpperCase() };
      const { id, latestVersion } = await createdBy({ trigger: { ...daily, audience } });
      expect(latestVersion.trigger.audience).toEqual({ query: null, segmentId });
      const shown = { trigger: { audience: { query: null, segmentId } } };
      expect(await publish(id)).toMatchObject({ activeVersion: shown });
      expect(await read(id)).toMatchObject({ activeVersion: shown });
      const renamed = expectStatus(await update(id, { name: 'Renamed' }), 200).body.data;
      expect(renamed).toMatchObject({ activeVersion: shown, latestVersion: shown });
      await deactivate(id);
      const refused = await world.v3.call('deleteSegment', { params: { segmentId } });
      expect(refused).toMatchObject({ status: 409, body: { error: { messageKey: 'segment_in_use' } } });
    });

    it('follows the zone of the workspace with "workspace"', async () => {
      const schedule = { rule, timeZone: 'workspace' };
      const { id } = await createdBy({ trigger: { ...daily, schedule } });
      expectStatus(await world.v3.call('updateWorkspace', { body: { timeZone: 'Asia/Tokyo' } }), 200);
      expect((await publish(id)).occurrences?.nextOccurrenceAt).toBe('2026-10-16T00:00:00.000Z');
    });

    it('keeps its occurrences when only the steps change, and shows the last one and why it failed', async () => {
      const { id } = await createdBy({ trigger: daily });
      await publish(id);
      const failureReason = { code: 'audience_invalid', message: 'No longer valid.' };
      const occursAt = new Date('2026-10-15T07:00:00.000Z');
      await stage.database.prisma.automation.updateMany({
        where: { id },
        data: { occursAt, nextOccurrenceAt: null, occurrenceFailure: failureReason },
      });
      const shown = { nextOccurrenceAt: null, lastOccurrenceAt: occursAt.toISOString(), failureReason };
      expect((await read(id)).occurrences).toEqual(shown);
      const steps = [{ type: 'wait' as const, seconds: 5 }];
      expect(expectStatus(await update(id, { steps }), 200).body.data.occurrences).toEqual(shown);
      expect((await publish(id)).occurrences).toEqual(shown);
      const other = { ...daily, schedule: { ...daily.schedule, timeZone: 'Asia/Tokyo' } };
      expectStatus(await update(id, { trigger: other }), 200);
      const next = '2026-10-16T00:00:00.000Z';
      expect((await publish(id)).occurrences).toMatchObject({ nextOccurrenceAt: next });
      expectStatus(await update(id, { trigger: { type: 'manual' } }), 200);
      expect((await publish(id)).occurrences).toBeNull();
    });

    it.each<[string, Trigger, Record<string, string>]>([
      [
        'nothing else',
        { type: 'schedule' },
        { 'trigger.schedule': 'invalid_type', 'trigger.audience': 'invalid_type' },
      ],
      [
        'another type',
        { ...daily, type: 'manual' },
        {
          'trigger.schedule.rule': 'unrecognized_keys',
          'trigger.schedule.timeZone': 'unrecognized_keys',
          'trigger.audience.query': 'unrecognized_keys',
        },
      ],
      [
        'an unknown zone and a wrong rule',
        { ...daily, schedule: { rule: 'FREQ=SECONDLY', timeZone: 'Mars/Olympus' } },
        { 'trigger.schedule.rule': 'invalid_string', 'trigger.schedule.timeZone': 'invalid_string' },
      ],
      [
        'a rule that has ended',
        { ...daily, schedule: { rule: 'FREQ=DAILY;UNTIL=20200101', timeZone: 'UTC' } },
        { 'trigger.schedule.rule': 'invalid_string' },
      ],
      [
        'a rule that takes too much work',
        { ...daily, schedule: { rule: 'FREQ=WEEKLY;COUNT=10000;BYDAY=MO', timeZone: 'UTC' } },
        { 'trigger.schedule.rule': 'invalid_string' },
      ],
      [
        'a wrong expression',
        { ...daily, audience: { query: 'eq(nothing,1)' } },
        { 'trigger.audience.query': 'invalid_string' },
      ],
    ])('400 with %s', async (_, trigger, errors) => {
      expect(errorKeys(await create({ trigger }))).toEqual(errors);
    });

    it('400 when it is published after its rule has ended', async () => {
      const { id } = await createdBy({ trigger: daily });
      const ended = { rule: 'FREQ=DAILY;UNTIL=20200101', timeZone: 'UTC', audienceQuery: query };
      await stage.database.prisma.automationVersion.updateMany({
        where: { automationId: id },
        data: { triggerParameters: ended },
      });
      const refused = await world.v3.call('publishAutomation', { params: { automationId: id } });
      expect(errorKeys(refused)).toEqual({ 'trigger.schedule.rule': 'invalid_string' });
      expect(await read(id)).toMatchObject({ status: 'draft', occurrences: null });
    });

    it('400 for a segment of another workspace', async () => {
      const audience = { segmentId: stage.other.segment.id };
      expect(errorKeys(await create({ trigger: { ...daily, audience } }))).toEqual({
        'trigger.audience.segmentId': 'not_found',
      });
    });

    it('403 without the scopes of the audience, also for who publishes it', async () => {
      const { id } = await createdBy({ trigger: daily });
      const scopes = ['automations:write', 'automations:read', 'messages:write'];
      const token = await createToken(stage.database, world.tenant.id, { scopes });
      const body = { name: 'Welcome', trigger: daily, steps: [{ type: 'wait' as const, seconds: 5 }] };
      const error = { messageKey: 'forbidden', requiredScope: 'contacts:read' };
      const created = await stage.v3.call('createAutomation', { token, body });
      expect(created).toMatchObject({ status: 403, body: { error } });
      const published = await stage.v3.call('publishAutomation', { token, params: { automationId: id } });
      expect(published).toMatchObject({ status: 403, body: { error } });
    });
  });
}
