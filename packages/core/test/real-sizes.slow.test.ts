import { describe, expect, test } from '@jest/globals';
import { defaultSizes, UsageCounter } from '../src/index.js';
import { text, useStoredUsage } from './api-usage/use-stored-usage.js';
import { describeBorders } from './borders/borders.js';
import { describeCampaignSize } from './campaigns/describe-campaign-size.js';
import { describeExcludedChunks } from './search/describe-excluded-chunks.js';

const usage = useStoredUsage(defaultSizes);

describe('with the sizes of the service', () => describeBorders('real'));

describe('stored usage', () => {
  test('needs one statement for thousands of counts', async () => {
    const { tenant, caller } = await usage.createCaller();
    const counter = new UsageCounter({ now: () => new Date() });
    counter.count(
      caller,
      Array.from({ length: 4_000 }, (_, index) => ({ ...text, name: `body.field${index}` })),
    );
    expect(await usage.storeCounted(counter)).toEqual(['add-api-usage']);
    expect(await usage.rowsOf(tenant.id)).toHaveLength(4_000);
  });
});

describe('the size of a campaign', () => describeCampaignSize(5_000));

describeExcludedChunks(defaultSizes);
