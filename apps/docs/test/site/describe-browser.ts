import { readFileSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { contractVersions, listEntries, listEvents } from '../../generator/list-entries.js';
import { findBrowser, launchBrowser, openPage, type WatchedPage } from '../support/browser.js';
import { repository } from '../support/read-commands.js';
import type { Site } from '../support/use-site.js';

const pagesFolder = fileURLToPath(new URL('apps/docs/pages', repository));
const screenshots = fileURLToPath(new URL('apps/docs/test/screenshots', repository));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const pages = await listPages();

export function describeBrowser(site: Site): void {
  const executable = findBrowser();
  describe('the site in a browser', () => {
    if (executable === undefined) {
      it('is NOT TESTED: there is no Chromium or Chrome on this machine', () => {
        console.warn('The site was not tested in a browser: install Chromium, or run .ci/run.');
      });
      return;
    }
    describePages(site, executable);
  });
}

function describePages(site: Site, executable: string): void {
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    await mkdir(screenshots, { recursive: true });
    browser = await launchBrowser(executable);
    watched = await openPage(browser, site.url);
    page = watched.page;
  });
  afterAll(() => browser?.close());
  afterEach(() => {
    watched.problems.length = 0;
  });

  const takePicture = (name: string, fullPage = false) =>
    page.screenshot({ path: join(screenshots, `${name}.png`), fullPage });

  describe.each(pages)('%s', (path) => {
    it('loads with no error, from this host alone', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const answer = await page.goto(path);
      await settle(page);
      expect(answer?.headers()['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self'; style-src 'self';/,
      );
      expect(await page.title()).toMatch(/Parley/);
      expect(watched.problems).toEqual([]);
    });

    it('has no serious fault of accessibility', async () => {
      expect(await findFaults(page)).toEqual([]);
    });

    it('fits a phone without scrolling sideways', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await settle(page);
      const [width, visible] = (await page.evaluate(
        '[document.documentElement.scrollWidth, innerWidth]',
      )) as [number, number];
      expect(width).toBeLessThanOrEqual(visible);
      expect(watched.problems).toEqual([]);
    });
  });

  describe('light and dark', () => {
    it.each([
      ['/docs/', 'landing'],
      ['/docs/guides/webhooks', 'guide'],
      ['/docs/reference/v3#tag/messages/sendMessage', 'reference'],
    ])('%s is readable in both', async (path, name) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await settle(page);
      await takePicture(`${name}-light`, name === 'landing');
      await page.getByRole('switch').first().click();
      expect(await page.evaluate('document.documentElement.className')).toContain('dark');
      expect(await findFaults(page)).toEqual([]);
      await takePicture(`${name}-dark`, name === 'landing');
      await page.getByRole('switch').first().click();
      expect(watched.problems).toEqual([]);
    });

    it('a phone shows the landing page, a guide and the reference', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      for (const [path, name] of [
        ['/docs/', 'landing'],
        ['/docs/guides/webhooks', 'guide'],
        ['/docs/reference/v2', 'reference'],
      ] as const) {
        await page.goto(path);
        await settle(page);
        await takePicture(`${name}-phone`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    });
  });

  // One load of the page, told in order: each test goes on where the one before it ended.
  describe('the reference of v3', () => {
    const show = async (anchor: string) => {
      await page.evaluate(`location.hash = '#${anchor}'`);
      const section = page.locator(`[id$="${anchor}"]`).first();
      await section.getByText('Policy').waitFor();
      return section;
    };

    it('lists every operation and event of the document', async () => {
      await page.goto('/docs/reference/v3');
      await settle(page);
      expect(await listShown(page)).toEqual(expect.arrayContaining(listAnchors('v3')));
    });

    it('shows scope, plan, limits and errors of an operation, and a badge on an extension', async () => {
      const text = await (await show('tag/automations/createAutomation')).innerText();
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

    it('makes a request with the demo token and shows its 200', async () => {
      await page.locator('.sticky-cards').getByPlaceholder('Token').fill(site.token);
      const section = await show('tag/workspace/getWorkspace');
      await section.getByRole('button', { name: /Test Request/ }).click();
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await page.getByText('200 OK').waitFor();
      await page.getByText('"requestsPerMinute"').last().waitFor();
      await takePicture('test-request');
      await page.keyboard.press('Escape');
      expect(watched.problems).toEqual([]);
    });

    it('is searched like the rest of the site', async () => {
      await search('markChatUnread', '/reference/v3#tag/chats/markChatUnread');
      await waitForOperation(page, 'tag/chats/markChatUnread');
    });

    it('lets one go back to the page before it', async () => {
      await page.goto('/docs/guides/errors');
      await settle(page);
      await page.getByRole('link', { name: 'API reference' }).first().click();
      await page.waitForURL('**/docs/reference/v3');
      await settle(page);
      await page.locator('.t-doc__sidebar').getByRole('button', { name: 'Labels' }).first().click();
      await page.waitForURL('**/reference/v3#tag/labels');
      while (page.url().includes('/reference/')) await page.goBack();
      await page.getByRole('heading', { name: 'Errors', exact: false }).first().waitFor();
      expect(await page.evaluate('document.querySelectorAll(".scalar-app").length')).toBe(0);
      expect(watched.problems).toEqual([]);
    });
  });

  describe('the reference of v2', () => {
    it('lists every operation and event of the document', async () => {
      await page.goto('/docs/reference/v2');
      await settle(page);
      expect(await listShown(page)).toEqual(expect.arrayContaining(listAnchors('v2')));
    });

    it('says that v2 has ended, and leads to the guide', async () => {
      const note = page.getByRole('complementary', { name: 'Deprecation of v2' });
      expect(await note.innerText()).toContain('ended on 1 November 2026');
      await note.getByRole('link', { name: 'Move to v3' }).click();
      await page.waitForURL('**/docs/guides/migrating-from-v2');
      expect(await page.locator('h1').innerText()).toContain('Moving from v2 to v3');
      expect(watched.problems).toEqual([]);
    });
  });

  describe('the search', () => {
    it('finds an operation and leads to it', async () => {
      await page.goto('/docs/guides/files');
      await settle(page);
      await search('rotateApiWebhookSecret', '/reference/v3#tag/api-webhooks/rotateApiWebhookSecret');
      await waitForOperation(page, 'tag/api-webhooks/rotateApiWebhookSecret');
      expect(watched.problems).toEqual([]);
    });

    it('finds what a table of a guide says', async () => {
      await page.goto('/docs/');
      await settle(page);
      await search('insufficient_billing_plan', '/guides/errors');
      await page.getByRole('heading', { name: 'Errors', exact: false }).first().waitFor();
      expect(watched.problems).toEqual([]);
    });
  });

  async function search(words: string, result: string): Promise<void> {
    await page.locator('.DocSearch-Button').click();
    await page.locator('#localsearch-input').fill(words);
    await page.locator(`#localsearch-list a[href*="${result}"]`).first().click();
  }

  it('a page that does not exist says so', async () => {
    const answer = await page.goto('/docs/guides/nothing-here');
    expect(answer?.status()).toBe(404);
    await page.getByText('PAGE NOT FOUND').waitFor();
  });
}

async function listPages(): Promise<string[]> {
  const files = await readdir(pagesFolder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith('.md'))
    .map((file) => relative(pagesFolder, join(file.parentPath, file.name)))
    .map((name) => `/docs/${name.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`)
    .toSorted();
}

/** What the sidebar of the reference lists, when all of it is open. */
async function listShown(page: Page): Promise<string[]> {
  for (const tag of await page.locator('.t-doc__sidebar button[aria-expanded]').all()) {
    if ((await tag.getAttribute('aria-expanded')) === 'false') await tag.dispatchEvent('click');
    await tag.and(page.locator('[aria-expanded="true"]')).waitFor();
  }
  const ids = await page
    .locator('.t-doc__sidebar [data-sidebar-id]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-sidebar-id') ?? ''));
  return ids.map((id) => id.replace(/^[^/]+\//, ''));
}

function listAnchors(version: 'v3' | 'v2'): string[] {
  const contract = contractVersions[version];
  return [...listEntries(contract), ...listEvents(contract)].map(({ link }) =>
    link.slice(link.indexOf('#') + 1),
  );
}

/** Until an operation stands at the top of the window. */
async function waitForOperation(page: Page, anchor: string): Promise<void> {
  const top = `document.querySelector('[id$="${anchor}"]')?.getBoundingClientRect().top`;
  await page.waitForFunction(`Math.abs(${top}) < 200`);
}

/** Until the page has drawn what it draws by itself. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  if (page.url().includes('/reference/'))
    await page.locator('.sticky-cards, .section-container').first().waitFor();
}

/** The serious and critical faults that axe finds, one line each. */
async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: Fault[] }>(
    'axe.run({ resultTypes: ["violations"] })',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' · ')}`);
}

interface Fault {
  readonly id: string;
  readonly impact: string;
  readonly nodes: ReadonlyArray<{ readonly html: string }>;
}
