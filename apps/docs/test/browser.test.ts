import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { describeReference } from './browser/describe-reference.js';
import { describeTrying } from './browser/describe-trying.js';
import { describeWidths } from './browser/describe-widths.js';
import { describeWithBrowser, openPage, type WatchedPage } from './support/browser.js';
import { phone, useBrowserSite } from './support/browser-site.js';
import { findProblems } from './support/find-problems.js';
import { expectOwnPage, listPages, settle, showColours } from './support/pages.js';

jest.setTimeout(90_000);

const pages = await listPages();

/** The pages by the names of their screenshots. */
const pictured = new Map([
  ['/docs/', 'landing'],
  ['/docs/guides/webhooks', 'guide'],
  ['/docs/reference/v3', 'reference-index'],
  ['/docs/reference/v3/sendMessage', 'operation'],
]);

describeWithBrowser('the site in a browser', () => {
  const site = useBrowserSite();

  describe.each(pages.filter((path) => !path.includes('/reference/try/')))('%s', (path) => {
    it('loads without an error, and only from this host', async () => {
      expectOwnPage(await site.page.goto(path));
      await settle(site.page);
      expect(await site.page.title()).toMatch(/Parley/);
    });

    it('has no serious accessibility problem', async () => {
      expect(await findProblems(site.page)).toEqual([]);
    });

    const name = pictured.get(path);
    if (name === undefined) return;

    it('has no contrast problem in dark mode', async () => {
      await site.takePicture(`${name}-light`);
      await showColours(site.page, 'dark');
      await site.takePicture(`${name}-dark`);
      expect(await findProblems(site.page)).toEqual([]);
      await showColours(site.page, 'light');
    });
  });

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

  describe('on a phone', () => {
    let small: WatchedPage;
    beforeAll(async () => {
      small = await openPage(site.browser, site.app.url, phone);
    });
    afterAll(() => small?.page.close());

    it.each(pages)('%s fits without scrolling sideways', async (path) => {
      await small.page.goto(path);
      await settle(small.page);
      const width = await small.page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(phone.viewport.width);
      if (pictured.has(path)) await site.takePicture(`${pictured.get(path)}-phone`, small.page);
      expect(small.problems).toEqual([]);
    });
  });

  describeTrying(site);
  describeReference(site);
  describeWidths(site);

  it('a page that does not exist says so', async () => {
    const response = await site.page.goto('/docs/guides/nothing-here');
    expect(response?.status()).toBe(404);
    await site.page.getByText('PAGE NOT FOUND').waitFor();
    // The browser itself reports the status.
    expect(site.problems.splice(0)).toHaveLength(2);
  });
});
