import { expect, it, jest } from '@jest/globals';
import { describePages, describePhone } from './browser/describe-pages.js';
import { describeReference } from './browser/describe-reference.js';
import { describeTrying } from './browser/describe-trying.js';
import { describeTables } from './browser/describe-widths.js';
import { describeWithBrowser } from './support/browser.js';
import { useBrowserSite } from './support/browser-site.js';
import { kindsOfPages, settle } from './support/pages.js';

jest.setTimeout(90_000);

// One page of each kind; `browser.long.test.ts` looks at all of them.
describeWithBrowser('the site in a browser', () => {
  const site = useBrowserSite();

  describePages(site, kindsOfPages);
  describePhone(site, ['/docs/guides/migrating-from-v2']);

  it('the switch makes a page dark, which persists', async () => {
    await site.page.goto('/docs/guides/webhooks');
    await settle(site.page);
    const dark = site.page.locator('html.dark');
    await site.page.getByRole('switch').first().click();
    await dark.waitFor();
    await site.page.reload();
    await dark.waitFor();
    await settle(site.page);
    await site.page.getByRole('switch').first().click();
    await dark.waitFor({ state: 'detached' });
  });

  describeTrying(site);
  describeReference(site);
  describeTables(site, [820]);

  it('a page that does not exist says so', async () => {
    const response = await site.page.goto('/docs/guides/nothing-here');
    expect(response?.status()).toBe(404);
    await site.page.getByText('PAGE NOT FOUND').waitFor();
    // The browser itself reports the status.
    expect(site.problems.splice(0)).toHaveLength(2);
  });
});
