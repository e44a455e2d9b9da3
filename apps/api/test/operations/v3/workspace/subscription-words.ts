import { describe, expect, it } from '@jest/globals';
import { expectStatus } from '@parley/testkit';
import { errorKeys } from '../../support/failures.js';
import type { Stage } from '../../support/start-stage.js';
import { channelCalls, type Schemas } from './channel-calls.js';

export function describeSubscriptionWords(stage: Stage): void {
  const { create } = channelCalls(stage);
  const trial = { type: 'sms', name: 'Trial' } as const;
  const update = (channelId: string, body: Schemas['ChannelUpdate']) =>
    stage.v3.call('updateChannel', { params: { channelId }, body });

  describe('stopWords and startWords of a channel', () => {
    it('are returned by creation, update, get and search; an update replaces only what it names', async () => {
      const words = { stopWords: ['STOP', 'Abmelden'], startWords: ['START'] };
      const created = await create({ ...trial, ...words });
      expect(created).toMatchObject(words);
      const changed = expectStatus(await update(created.id, { stopWords: ['ENDE'] }), 200).body.data;
      expect(changed).toMatchObject({ stopWords: ['ENDE'], startWords: ['START'] });
      const params = { channelId: created.id };
      expect(expectStatus(await stage.v3.call('getChannel', { params }), 200).body.data).toEqual(changed);
      const body = { query: `eq(id,"${created.id}")` };
      expect(expectStatus(await stage.v3.call('searchChannels', { body }), 200).body.data).toEqual([changed]);
    });

    it.each([
      ['a word without letters', { stopWords: ['OK', '!?'] }, { 'stopWords.1': 'invalid_string' }],
      [
        'a word with both meanings',
        { stopWords: ['Stop!'], startWords: ['go', 'STOP'] },
        { 'startWords.1': 'invalid_string' },
      ],
      ['an empty word', { startWords: [''] }, { 'startWords.0': 'too_small' }],
      ['too many words', { stopWords: Array(21).fill('a') }, { stopWords: 'too_big' }],
    ])('400 for %s', async (_case, words, errors) => {
      const created = await create(trial);
      expect(errorKeys(await stage.v3.call('createChannel', { body: { ...trial, ...words } }))).toEqual(
        errors,
      );
      expect(errorKeys(await update(created.id, words))).toEqual(errors);
    });

    it('400 names the errors of the provider and of the words at once', async () => {
      const body: Schemas['ChannelCreate'] = { ...trial, provider: 'sms', stopWords: ['?'] };
      expect(errorKeys(await stage.v3.call('createChannel', { body }))).toEqual({
        'settings.accountSid': 'invalid_type',
        'secrets.authToken': 'invalid_type',
        'stopWords.0': 'invalid_string',
      });
    });

    it('400 for a start word that is a stop word already', async () => {
      const { id } = await create({ ...trial, stopWords: ['STOP'] });
      expect(errorKeys(await update(id, { startWords: ['stop'] }))).toEqual({
        'startWords.0': 'invalid_string',
      });
    });
  });
}
