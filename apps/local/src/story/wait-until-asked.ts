import type { Story } from './story.js';
import { waitFor } from './wait-for.js';

/** Waits until the contact can have seen a number of questions of an automation. An earlier message would not be a reply. */
export async function waitUntilAsked(story: Story, automationId: string, count = 1): Promise<void> {
  const query = `and(eq(originId,"${automationId}"),in(status,sent,delivered,read))`;
  await waitFor(story, 'The question', async () => {
    const asked = await story.parley.POST('/messages/search', { body: { query } });
    return asked.length >= count ? asked : undefined;
  });
}
