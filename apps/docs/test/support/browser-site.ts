import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect } from '@jest/globals';
import type { TestApp } from '@parley/testkit/app';
import { useResource } from '@parley/testkit/hooks';
import { useTestApp } from '@parley/testkit/use-test-app';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage } from './browser.js';
import { repository } from './read-commands.js';

export const desktop = { viewport: { width: 1440, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const screenshots = fileURLToPath(new URL('apps/docs/test/screenshots', repository));

/** The served site with a page of a browser that all tests share. Read it only inside tests. */
export interface BrowserSite {
  readonly app: TestApp;
  readonly browser: Browser;
  readonly page: Page;
  /** What went wrong on the page since the last test; every test fails unless it is empty at its end. */
  readonly problems: string[];
  /** Takes a screenshot, if the tests take any. */
  takePicture(name: string, shown?: Page): Promise<void>;
  /** Searches with the search box, and follows a result. */
  search(words: string, result: string): Promise<void>;
}

export interface BrowserSiteOptions {
  /** Whether to take screenshots; the default is false. */
  readonly hasPictures?: boolean;
}

export function useBrowserSite({ hasPictures = false }: BrowserSiteOptions = {}): BrowserSite {
  const app = useTestApp({ now: new Date() });
  const started = useResource(
    async () => {
      if (hasPictures) await mkdir(screenshots, { recursive: true });
      const browser = await launchBrowser();
      return { browser, watched: await openPage(browser, app.url, desktop) };
    },
    ({ browser }) => browser.close(),
  );
  afterEach(() => {
    expect(started.watched.problems.splice(0)).toEqual([]);
  });

  return {
    app,
    get browser() {
      return started.browser;
    },
    get page() {
      return started.watched.page;
    },
    get problems() {
      return started.watched.problems;
    },
    async takePicture(name, shown = started.watched.page) {
      if (!hasPictures) return;
      await shown.screenshot({
        path: join(screenshots, `${name}.png`),
        fullPage: name.startsWith('landing'),
      });
    },
    async search(words, result) {
      const { page } = started.watched;
      await page.locator('.DocSearch-Button').click();
      await page.locator('#localsearch-input').fill(words);
      await page.locator(`#localsearch-list a[href*="${result}"]`).first().click();
    },
  };
}
