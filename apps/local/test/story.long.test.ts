import { it, jest } from '@jest/globals';
import { openClient } from '../src/story/open-client.js';
import { runWholeStory } from '../src/story/run-whole-story.js';
import { useService } from './end-to-end/use-service.js';

jest.setTimeout(120_000);

const service = useService();

it('the story can run again in the same workspace', async () => {
  for (const mark of ['first', 'second']) {
    await runWholeStory({
      ...openClient({ url: service.url, token: service.token }),
      tell: () => {},
      mark,
      webhookUrl: 'https://partner.example/hook',
      timeoutMs: 30_000,
    });
  }
});
