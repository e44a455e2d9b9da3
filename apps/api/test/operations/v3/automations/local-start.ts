import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAutomation, expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import { findJobs } from '../../support/find-jobs.js';
import { type Stage, startTime } from '../../support/start-stage.js';
import type { RenewableWorld } from '../../support/use-stage.js';

export function describeLocalStart(stage: Stage, world: RenewableWorld): void {
  function trigger(scheduledAt: { at: string; timeZone: string }, automationId = world.automation.id) {
    const params = { automationId };
    return world.v3.call('triggerAutomation', { params, body: { contactId: world.contact.id, scheduledAt } });
  }

  function findRuns() {
    return stage.database.prisma.automationRun.findMany({
      where: { tenantId: world.tenant.id, id: { not: world.automationRun.id } },
    });
  }

  describe('triggerAutomation 200 with a local scheduledAt', () => {
    beforeEach(async () => {
      await world.renew();
      const data = { timeZone: 'America/New_York' };
      await stage.database.prisma.tenant.update({ where: { id: world.tenant.id }, data });
    });

    const due = '2026-12-01T08:00:00.000Z';
    it.each([
      ['the zone of the number', '2026-12-01T09:00:00', 'contact', {}, due],
      ['the zone of the contact', '2026-12-01T17:00', 'contact', { timeZone: 'Asia/Tokyo' }, due],
      ['the zone of the workspace', '2026-12-01T03:00:00', 'workspace', { timeZone: 'Asia/Tokyo' }, due],
      [
        'the zone of the workspace for a contact without a number',
        '2026-12-01T03:00:00',
        'contact',
        { phoneNumber: null },
        due,
      ],
      ['the name of a zone', '2026-12-01T13:30:00', 'Asia/Kolkata', {}, due],
      ['a time that is skipped', '2027-03-28T02:30:00', 'contact', {}, '2027-03-28T01:30:00.000Z'],
      ['a time that comes twice', '2026-10-25T02:30:00', 'contact', {}, '2026-10-25T00:30:00.000Z'],
      ['a time in the past', '2026-10-15T00:00:00', 'Asia/Tokyo', {}, startTime],
    ])('%s: %s %s; the run and its job have the instant', async (_, at, timeZone, values, expected) => {
      const data = { phoneNumber: '+4915112345678', timeZone: null, ...values };
      await stage.database.prisma.contact.updateMany({ where: { id: world.contact.id }, data });
      expectStatus(await trigger({ at, timeZone }), 200);
      const runs = await findRuns();
      expect(runs).toMatchObject([{ scheduledAt: new Date(expected) }]);
      const [run] = runs;
      expect(await findJobs(stage.database, 'run-automation', run?.id ?? '')).toMatchObject([
        { runAt: expected },
      ]);
    });
  });

  describe('triggerAutomation 400 for a local scheduledAt', () => {
    beforeAll(world.renew);

    it.each([
      [{ at: '2026-02-30T09:00:00', timeZone: 'UTC' }, { 'scheduledAt.at': 'invalid_date' }],
      [{ at: '9999-12-31T23:59:59', timeZone: 'America/New_York' }, { 'scheduledAt.at': 'invalid_date' }],
      [{ at: '0050-01-01T00:00:00', timeZone: 'UTC' }, { 'scheduledAt.at': 'invalid_date' }],
      [{ at: '0000-01-01T00:00:00', timeZone: 'UTC' }, { 'scheduledAt.at': 'invalid_date' }],
      [{ at: '2026-12-01T09:00:00Z', timeZone: 'UTC' }, { 'scheduledAt.at': 'invalid_string' }],
      [{ at: '2026-12-01T09:00:00', timeZone: 'Mars/Olympus' }, { 'scheduledAt.timeZone': 'invalid_string' }],
      [{ at: '2026-12-01T09:00:00', timeZone: '+02:00' }, { 'scheduledAt.timeZone': 'invalid_string' }],
      [{ at: '2026-12-01T09:00:00' }, { 'scheduledAt.timeZone': 'invalid_type' }],
    ])('%j; no run is created', async (scheduledAt, expected) => {
      const params = { automationId: world.automation.id };
      const wrongBody = { contactId: world.contact.id, scheduledAt };
      expect(errorKeys(await world.v3.call('triggerAutomation', { params, wrongBody }))).toEqual(expected);
      expect(await findRuns()).toEqual([]);
    });

    const noZone = { at: '2026-12-01T09:00:00', timeZone: 'Mars/Olympus' };
    it('together with the other errors; before an automation that does not exist', async () => {
      const steps = [{ type: 'send_message', text: '{{order}}' }];
      const { id } = await createAutomation(stage.database, world.tenant.id, { steps });
      const wrongZone = { 'scheduledAt.timeZone': 'invalid_string' };
      expect(errorKeys(await trigger(noZone, id))).toEqual({
        ...wrongZone,
        'variables.order': 'invalid_type',
      });
      expect(errorKeys(await trigger(noZone, world.contact.id))).toEqual(wrongZone);
      expect(await findRuns()).toEqual([]);
    });
  });

  describe('triggerAutomation 404 with a local scheduledAt', () => {
    beforeAll(world.renew);

    it('contact_not_found, if its zone is that of a contact of another workspace; no run is created', async () => {
      const params = { automationId: world.automation.id };
      const scheduledAt = { at: '2026-12-01T09:00:00', timeZone: 'contact' };
      const body = { contactId: stage.other.contact.id, scheduledAt };
      const response = expectStatus(await world.v3.call('triggerAutomation', { params, body }), 404);
      expect(response.body.error.messageKey).toBe('contact_not_found');
      expect(await findRuns()).toEqual([]);
    });
  });
}
