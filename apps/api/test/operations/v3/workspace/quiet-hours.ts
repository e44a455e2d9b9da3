import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { channelCalls, type Schemas } from './channel-calls.js';

export function describeQuietHours(stage: Stage): void {
  const { create } = channelCalls(stage);
  const trial = { type: 'sms', name: 'Trial' } as const;
  const night = { from: '21:00', to: '08:00', timeZone: 'contact' };
  const update = (channelId: string, body: Schemas['ChannelUpdate']) =>
    stage.v3.call('updateChannel', { params: { channelId }, body });

  describe('quietHours of a channel', () => {
    it('are returned by creation, update, get and search; an update without them keeps them, and null removes them', async () => {
      const created = await create({ ...trial, quietHours: night });
      expect(created.quietHours).toEqual(night);
      const renamed = expectStatus(await update(created.id, { name: 'Other' }), 200).body.data;
      expect(renamed.quietHours).toEqual(night);
      const berlin = { ...night, timeZone: 'Europe/Berlin' };
      const changed = expectStatus(await update(created.id, { quietHours: berlin }), 200).body.data;
      expect(changed.quietHours).toEqual(berlin);
      const params = { channelId: created.id };
      expect(expectStatus(await stage.v3.call('getChannel', { params }), 200).body.data).toEqual(changed);
      const body = { query: `eq(id,${created.id})` };
      const found = expectStatus(await stage.v3.call('searchChannels', { body }), 200).body.data;
      expect(found).toEqual([changed]);
      const removed = expectStatus(await update(created.id, { quietHours: null }), 200).body.data;
      expect(removed.quietHours).toBeNull();
    });

    it.each([
      ['an empty interval', { ...night, to: '21:00' }, { 'quietHours.to': 'invalid_string' }],
      [
        'an unknown zone',
        { ...night, timeZone: 'Mars/Olympus' },
        { 'quietHours.timeZone': 'invalid_string' },
      ],
      ['no time of day', { ...night, from: '24:00' }, { 'quietHours.from': 'invalid_string' }],
    ])('400 for %s', async (_case, quietHours, errors) => {
      const { id } = await create(trial);
      expect(errorKeys(await stage.v3.call('createChannel', { body: { ...trial, quietHours } }))).toEqual(
        errors,
      );
      expect(errorKeys(await update(id, { quietHours }))).toEqual(errors);
    });
  });
}
