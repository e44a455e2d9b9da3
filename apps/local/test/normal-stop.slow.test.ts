import { describe, it, jest } from '@jest/globals';
import { startScene } from '../../../packages/testkit/src/monitoring/start-scene.js';
import { expectSilentEnd, expectSilentEndsUnderLoad } from './support/normal-stop.js';

jest.setTimeout(120_000);

describe('a normal stop of the API and of a worker', () => {
  it('logs no error, and ends with 0', async () => {
    const scene = await startScene();
    try {
      await expectSilentEnd([scene.api, scene.worker]);
    } finally {
      await scene.stop();
    }
  });

  it('logs no error under load', () => expectSilentEndsUnderLoad(({ api, worker }) => [[api, worker]]));
});
