import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { tokenOf } from '@parley/testkit';
import { startTestApp, type TestApp } from '@parley/testkit/app';
import type { Browser, Page } from 'playwright-core';
import { demoKeyId, seedDemo } from '../../../prisma/seed.js';
import { describeWithBrowser, launchBrowser, openPage, type WatchedPage } from './support/browser.js';
import { findProblems } from './support/find-problems.js';
import { expectOwnPage, listPages, settle, showColours } from './support/pages.js';
import { repository } from './support/read-commands.js';
import { listAnchors, listShown, waitForOperation } from './support/reference.js';

jest.setTimeout(90_000);

const screenshots = fileURLToPath(new URL('apps/docs/test/screenshots', repository));
const pages = await listPages();
const desktop = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The pages by the names of their screenshots. */
const pictured = new Map([
  ['/docs/', 'landing'],
  ['/docs/guides/webhooks', 'guide'],
  ['/docs/reference/v3', 'reference'],
]);

/** Checking the whole reference of v3 takes axe half a minute; these operations contain every kind of element. */
const referenceParts = [
  '.VPNav',
  '.t-doc__sidebar',
  '[id$="tag/messages/sendMessage"]',
  '[id$="tag/messages/getMessage"]',
];

describeWithBrowser('the site in a browser', () => {
  let app: TestApp;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    await mkdir(screenshots, { recursive: true });
    app = await startTestApp({ now: new Date() });
    browser = await launchBrowser();
    watched = await openPage(browser, app.url, desktop);
    page = watched.page;
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });
  afterEach(() => {
    expect(watched.problems.splice(0)).toEqual([]);
  });

  const takePicture = (name: string, shown = page) =>
    shown.screenshot({ path: join(screenshots, `${name}.png`), fullPage: name.startsWith('landing') });

  describe.each(pages.filter((path) => !path.endsWith('/v3')))('%s', (path) => {
    it('loads without an error, and only from this host', async () => {
      expectOwnPage(await page.goto(path));
      await settle(page);
      expect(await page.title()).toMatch(/Parley/);
    });

    it('has no serious accessibility problem', async () => {
      expect(await findProblems(page)).toEqual([]);
    });

    const name = pictured.get(path);
    if (name === undefined) return;

    it('has no contrast problem in dark mode', async () => {
      await takePicture(`${name}-light`);
      await showColours(page, 'dark');
      await takePicture(`${name}-dark`);
      expect(await findProblems(page)).toEqual([]);
      await showColours(page, 'light');
    });
  });

  // The last of the pages above is still open, since loading a reference takes seconds.
  describe('the reference of v2', () => {
    it('lists the operations and events of the document, and no others', async () => {
      expect(new URL(page.url()).pathname).toBe('/docs/reference/v2');
      expect(await listShown(page)).toEqual(listAnchors('v2'));
    });

    it('says that v2 has ended, and links to the guide', async () => {
      const note = page.getByRole('complementary', { name: 'Deprecation of v2' });
      expect(await note.innerText()).toContain('ended on 1 November 2026');
      await note.getByRole('link', { name: 'Move to v3' }).click();
      await page.waitForURL('**/docs/guides/migrating-from-v2');
      expect(await page.locator('h1').innerText()).toContain('Moving from v2 to v3');
    });
  });

  it('the switch makes a page dark, which persists', async () => {
    await page.goto('/docs/guides/webhooks');
    await settle(page);
    const dark = page.locator('html.dark');
    await page.getByRole('switch').first().click();
    await dark.waitFor();
    await page.reload();
    await dark.waitFor();
    await settle(page);
    await page.getByRole('switch').first().click();
    await dark.waitFor({ state: 'detached' });
  });

  describe('on a phone', () => {
    let small: WatchedPage;
    beforeAll(async () => {
      small = await openPage(browser, app.url, phone);
    });
    afterAll(() => small?.page.close());

    it.each(pages)('%s fits without scrolling sideways', async (path) => {
      await small.page.goto(path);
      await settle(small.page);
      const width = await small.page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(phone.viewport.width);
      if (pictured.has(path)) await takePicture(`${pictured.get(path)}-phone`, small.page);
      expect(small.problems).toEqual([]);
    });
  });

  // The tests run in order: each continues where the previous one ended.
  describe('the reference of v3', () => {
    it('loads without an error, only from this host, and opens at the operation of a link', async () => {
      expectOwnPage(await page.goto('/docs/reference/v3#tag/messages/sendMessage'));
      await waitForOperation(page, 'tag/messages/sendMessage');
      expect(await page.title()).toMatch(/Parley/);
      await takePicture('reference-light');
    });

    it('has no serious accessibility problem, in light or dark', async () => {
      expect(await findProblems(page, referenceParts)).toEqual([]);
      await showColours(page, 'dark');
      expect(await findProblems(page, referenceParts)).toEqual([]);
      await takePicture('reference-dark');
      await showColours(page, 'light');
    });

    it('makes a request with the token of the demo and shows its 200', async () => {
      await seedDemo(app.database);
      const key = await app.database.prisma.apiKey.findFirstOrThrow({ where: { id: demoKeyId } });
      await search('getWorkspace', '/reference/v3#tag/workspace/getWorkspace');
      const section = await waitForOperation(page, 'tag/workspace/getWorkspace');
      await page
        .locator('.sticky-cards')
        .getByPlaceholder('Token')
        .fill(await tokenOf(key));
      await section.getByRole('button', { name: /Test Request/ }).click();
      const dialog = page.getByRole('dialog').first();
      const responding = page.waitForResponse('**/v3/workspace');
      await dialog.getByRole('button', { name: /^Send/ }).first().click();
      expect((await responding).status()).toBe(200);
      await dialog.getByText('200 OK').waitFor();
      await dialog.getByText('"requestsPerMinute"').last().waitFor();
      expect((await (await responding).json()).data.name).toBe('Demo');
      await takePicture('test-request');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });

    it('is part of the site search', async () => {
      await search('createAutomation', '/reference/v3#tag/automations/createAutomation');
      await waitForOperation(page, 'tag/automations/createAutomation');
    });

    it('shows scope, plan, limits and errors of an operation, and a badge on an extension', async () => {
      const text = await page.locator('[id$="tag/automations/createAutomation"]').first().innerText();
      for (const part of [
        'automations:write',
        'feature automations',
        '1 MiB',
        'Idempotency-Key',
        'invalid_body_params',
        'Extension',
        'Plan: automations',
      ]) {
        expect(text).toContain(part);
      }
    });

    it('lists the operations and events of the document, and no others', async () => {
      expect(await listShown(page)).toEqual(listAnchors('v3'));
    });

    it('allows going back to the previous page', async () => {
      await page.goto('/docs/guides/errors');
      await settle(page);
      await page.getByRole('link', { name: 'API reference' }).first().click();
      await page.waitForURL('**/docs/reference/v3');
      await settle(page);
      await page.locator('.t-doc__sidebar').getByRole('button', { name: 'Labels' }).first().click();
      await page.waitForURL('**/reference/v3#tag/labels');
      for (let steps = 0; steps < 5 && page.url().includes('/reference/'); steps += 1) await page.goBack();
      await page.getByRole('heading', { name: 'Errors' }).first().waitFor();
      expect(await page.locator('.scalar-app').count()).toBe(0);
    });
  });

  describe('the search', () => {
    it('finds an operation and links to it', async () => {
      await page.goto('/docs/guides/files');
      await settle(page);
      await search('rotateApiWebhookSecret', '/reference/v3#tag/api-webhooks/rotateApiWebhookSecret');
      await waitForOperation(page, 'tag/api-webhooks/rotateApiWebhookSecret');
    });

    it('finds the text of a table in a guide', async () => {
      await page.goto('/docs/');
      await settle(page);
      await search('insufficient_billing_plan', '/guides/errors');
      await page.getByRole('heading', { name: 'Errors' }).first().waitFor();
    });
  });

  async function search(words: string, result: string): Promise<void> {
    await page.locator('.DocSearch-Button').click();
    await page.locator('#localsearch-input').fill(words);
    await page.locator(`#localsearch-list a[href*="${result}"]`).first().click();
  }

  it('a page that does not exist says so', async () => {
    const response = await page.goto('/docs/guides/nothing-here');
    expect(response?.status()).toBe(404);
    await page.getByText('PAGE NOT FOUND').waitFor();
    // The browser itself reports the status.
    expect(watched.problems.splice(0)).toHaveLength(2);
  });
});
