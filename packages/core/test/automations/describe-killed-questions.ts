import { describe, expect, test } from '@jest/globals';
import { type AutomationStep, receiveMessage } from '../../src/index.js';
import { receivedMessage } from '../messages/received-message.js';
import type { Worlds } from '../use-worlds.js';
import { createDyingDatabase, KilledError } from './dying-database.js';
import { ask, prepareQuestion, ways } from './prepare-question.js';

/** Kills a worker at every so-many-th query of a flow that asks a question, and a process that receives its reply. */
export function describeKilledQuestions(worlds: Worlds, every: number): void {
  describe(`a worker that is killed at every query of ${every}`, () => {
    const question = ask({ expect: 'number', retry: { text: 'A number, please.' }, else: ways.else });
    const flow: AutomationStep[] = [question, ways.after];
    const talk = ['two', '2'];

    /** Works until the run has committed its next wait or its end, as further workers would. */
    async function workAfterDeath(run: Awaited<ReturnType<typeof prepareQuestion>>) {
      run.context.clock.advance(60_000);
      await run.work();
    }

    test.each([false, true])(
      '(that query executed: %s) neither repeats a question nor loses a reply',
      async (isQueryDone) => {
        const { database } = worlds;
        for (const dyingPart of [0, 1, 2]) {
          for (let atQuery = 1; ; atQuery += every) {
            const run = await prepareQuestion(worlds, flow);
            const dying = createDyingDatabase(database, { atQuery, isQueryDone });
            let wasKilled = false;
            for (const [part, text] of [null, ...talk].entries()) {
              if (text !== null) await run.write(text);
              if (part !== dyingPart) {
                await run.work();
                continue;
              }
              await run.work({ context: { ...run.context, database: dying } }).catch((error: unknown) => {
                expect(error).toBeInstanceOf(KilledError);
                wasKilled = true;
              });
              if (wasKilled) await workAfterDeath(run);
            }
            expect(await run.texts()).toEqual(['Where do you live?', 'A number, please.', 'end']);
            expect(await run.read()).toMatchObject({ status: 'completed', variables: { answer: '2' } });
            expect(await run.outcomes()).toEqual(['invalid_reply', 'answered']);
            if (!wasKilled) break;
          }
        }
      },
      120_000,
    );

    test.each([false, true])(
      'a process that is killed while it receives (that query executed: %s) records the reply once',
      async (isQueryDone) => {
        for (let atQuery = 1; ; atQuery += every) {
          const run = await prepareQuestion(worlds, [ask(), ways.after]);
          await run.work();
          const item = receivedMessage({ from: run.from, text: 'Bonn' });
          const dying = createDyingDatabase(worlds.database, { atQuery, isQueryDone });
          const context = { ...run.context, database: dying };
          let wasKilled = false;
          await receiveMessage(context, { channelId: run.channelId, item }).catch(() => {
            wasKilled = true;
          });
          // The provider sends the message again.
          await receiveMessage(run.context, { channelId: run.channelId, item });
          await run.work();
          expect(await run.read()).toMatchObject({ status: 'completed', variables: { answer: 'Bonn' } });
          expect(await run.texts()).toEqual(['Where do you live?', 'end']);
          if (!wasKilled) break;
        }
      },
      60_000,
    );
  });
}
