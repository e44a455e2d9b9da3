import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, type WatchedPage } from './browser.js';
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
  let started: { app: TestApp; browser: Browser; watched: WatchedPage } | undefined;

  beforeAll(async () => {
    if (hasPictures) await mkdir(screenshots, { recursive: true });
    const app = await startTestApp({ now: new Date() });
    const browser = await launchBrowser();
    started = { app, browser, watched: await openPage(browser, app.url, desktop) };
  });
  afterAll(async () => {
    await started?.browser.close();
    await started?.app.stop();
  });
  afterEach(() => {
    expect(state().watched.problems.splice(0)).toEqual([]);
  });

  const state = () => {
    if (!started) throw new Error('The site exists only while tests run.');
    return started;
  };
  return {
    get app() {
      return state().app;
    },
    get browser() {
      return state().browser;
    },
    get page() {
      return state().watched.page;
    },
    get problems() {
      return state().watched.problems;
    },
    async takePicture(name, shown = state().watched.page) {
      if (!hasPictures) return;
      await shown.screenshot({
        path: join(screenshots, `${name}.png`),
        fullPage: name.startsWith('landing'),
      });
    },
    async search(words, result) {
      const { page } = state().watched;
      await page.locator('.DocSearch-Button').click();
      await page.locator('#localsearch-input').fill(words);
      await page.locator(`#localsearch-list a[href*="${result}"]`).first().click();
    },
  };
}
