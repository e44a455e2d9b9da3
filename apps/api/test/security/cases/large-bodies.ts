import { describe, expect, it } from '@jest/globals';
import { checkWire } from '@parley/testkit';
import type { JsonBody } from '../../../../../packages/testkit/src/abuse/json-bodies.js';
import { errorKeys } from '../../operations/support/failures.js';
import type { Stage } from '../../operations/support/start-stage.js';
import { measureLongestTurn } from '../measure-longest-turn.js';

/** How long a hostile body may block the event loop. Each of the largest ones blocked it for seconds. */
const maxTurnMs = 700;

export function describeLargeBodies(stage: () => Stage, bodies: readonly JsonBody[]): void {
  /**
   * Expects that the event loop is not blocked in the best of three attempts: a garbage collection can make an attempt longer, and
   * a body that blocks it does so each time.
   */
  async function postLarge(text: Buffer) {
    const turnsMs: number[] = [];
    for (;;) {
      // Comparing the results of 5,000 contacts with the document would block the same event loop.
      const { result: response, longestMs } = await measureLongestTurn(() =>
        stage().send('POST', '/v3/contacts/upsert', { text, token: stage().token }),
      );
      turnsMs.push(longestMs);
      if (turnsMs.length < 3 && Math.min(...turnsMs) >= maxTurnMs) continue;
      expect(Math.min(...turnsMs)).toBeLessThan(maxTurnMs);
      checkWire({
        version: 'v3',
        operationId: 'upsertContacts',
        request: { method: 'POST', path: '/v3/contacts/upsert' },
        response,
      });
      return { status: response.status, body: JSON.parse(response.text) };
    }
  }

  describe('a body of ten megabytes does not block the event loop', () => {
    it.each(bodies)('$name: $status', async ({ status, build }) => {
      const response = await postLarge(build(0));
      expect(response.status).toBe(status);
    });

    it('an unstorable text in the last contact is found', async () => {
      const contacts = Array.from({ length: 5_000 }, (_, number) => ({ email: `${number}@escape.example` }));
      const valid = JSON.stringify({ contacts });
      const text = valid.replace('4999@', '\\u00004999@');
      const response = await postLarge(Buffer.from(text));
      expect(errorKeys(response)).toEqual({ 'contacts.4999.email': 'invalid_string' });
    });

    it('errors of the schema and unstorable texts are reported together', async () => {
      const contacts = Array.from({ length: 5_000 }, () => ({ email: 'a@b.example' }));
      const valid = JSON.stringify({ contacts: [{ firstName: '#', age: 7 }, ...contacts.slice(1)] });
      const response = await postLarge(Buffer.from(valid.replace('#', '\\ud800')));
      expect(errorKeys(response)).toEqual({
        'contacts.0.age': 'unrecognized_keys',
        'contacts.0.firstName': 'invalid_string',
      });
    });
  });
}
