import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPage, type WatchedPage } from '../support/browser.js';
import { type BrowserSite, desktop, phone } from '../support/browser-site.js';
import { findProblems } from '../support/find-problems.js';
import { expectOwnPage, settle, showColours } from '../support/pages.js';

/** The pages by the names of their screenshots. */
const pictured = new Map([
  ['/docs/', 'landing'],
  ['/docs/guides/webhooks', 'guide'],
  ['/docs/reference/v3', 'reference-index'],
  ['/docs/reference/v3/sendMessage', 'operation'],
]);

/** Tests each of these pages on a desk. */
export function describePages(site: BrowserSite, pages: readonly string[]): void {
  describe.each(pages.filter((path) => !path.includes('/reference/try/')))('%s', (path) => {
    it('loads without an error, and only from this host', async () => {
      expectOwnPage(await site.page.goto(path));
      await settle(site.page);
      expect(await site.page.title()).toMatch(/Parley/);
    });

    it('has no serious accessibility problem', async () => {
      expect(await findProblems(site.page)).toEqual([]);
    });

    it('fits a narrow window without scrolling sideways', async () => {
      await site.page.setViewportSize(phone.viewport);
      try {
        const width = await site.page.evaluate('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(phone.viewport.width);
      } finally {
        await site.page.setViewportSize(desktop.viewport);
      }
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
}

/** Tests each of these pages on a phone. */
export function describePhone(site: BrowserSite, pages: readonly string[]): void {
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
}
