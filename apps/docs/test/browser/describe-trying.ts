import { describe, expect, it } from '@jest/globals';
import { tokenOf } from '@parley/testkit';
import { demoKeyId, seedDemo } from '../../../../prisma/seed.js';
import type { BrowserSite } from '../support/browser-site.js';
import { findProblems } from '../support/find-problems.js';
import { expectOwnPage, settle, showColours } from '../support/pages.js';
import { listAnchors, listShown, waitForOperation } from '../support/reference.js';

/** Checking all operations of the renderer takes axe half a minute; these contain every kind of element. */
const referenceParts = [
  '.VPNav',
  '.t-doc__sidebar',
  '[id$="tag/messages/sendMessage"]',
  '[id$="tag/messages/getMessage"]',
];

/** Tests the pages that send requests. */
export function describeTrying(site: BrowserSite): void {
  // Loading the page takes seconds, so all tests of it use the same.
  describe('trying v2', () => {
    it('loads without an error or a serious accessibility problem, and only from this host', async () => {
      expectOwnPage(await site.page.goto('/docs/reference/try/v2'));
      await settle(site.page);
      expect(await findProblems(site.page)).toEqual([]);
    });

    it('lists the operations and events of the document, and no others', async () => {
      expect(await listShown(site.page)).toEqual(listAnchors('v2'));
    });

    it('says that v2 has ended, and links to the guide', async () => {
      const note = site.page.getByRole('complementary', { name: 'Deprecation of v2' });
      expect(await note.innerText()).toContain('ended on 1 November 2026');
      await note.getByRole('link', { name: 'Move to v3' }).click();
      await site.page.waitForURL('**/docs/guides/migrating-from-v2');
      expect(await site.page.locator('h1').innerText()).toContain('Moving from v2 to v3');
    });
  });

  // The tests run in order: each continues where the previous one ended.
  describe('trying v3', () => {
    it('loads without an error, only from this host, and opens at the operation of a link', async () => {
      expectOwnPage(await site.page.goto('/docs/reference/try/v3#tag/messages/sendMessage'));
      await waitForOperation(site.page, 'tag/messages/sendMessage');
      expect(await site.page.title()).toMatch(/Parley/);
      await site.takePicture('reference-light');
    });

    it('has no serious accessibility problem, in light or dark', async () => {
      expect(await findProblems(site.page, referenceParts)).toEqual([]);
      await showColours(site.page, 'dark');
      expect(await findProblems(site.page, referenceParts)).toEqual([]);
      await site.takePicture('reference-dark');
      await showColours(site.page, 'light');
    });

    it('makes a request with the token of the demo and shows its 200', async () => {
      await seedDemo(site.app.database);
      const key = await site.app.database.prisma.apiKey.findFirstOrThrow({ where: { id: demoKeyId } });
      await site.page.goto('/docs/reference/v3/getWorkspace');
      await settle(site.page);
      await site.page.locator('main').getByRole('link', { name: 'Try it' }).click();
      const section = await waitForOperation(site.page, 'tag/workspace/getWorkspace');
      await site.page
        .locator('.sticky-cards')
        .getByPlaceholder('Token')
        .fill(await tokenOf(key));
      await section.getByRole('button', { name: /Test Request/ }).click();
      const dialog = site.page.getByRole('dialog').first();
      const responding = site.page.waitForResponse('**/v3/workspace');
      await dialog.getByRole('button', { name: /^Send/ }).first().click();
      expect((await responding).status()).toBe(200);
      await dialog.getByText('200 OK').waitFor();
      await dialog.getByText('"requestsPerMinute"').last().waitFor();
      expect((await (await responding).json()).data.name).toBe('Demo');
      await site.takePicture('test-request');
      await site.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
    });

    it('keeps the token of a request for the tab, and for no other', async () => {
      await site.page.goto('/docs/guides/errors');
      await site.page.goto('/docs/reference/try/v3#tag/automations/createAutomation');
      await waitForOperation(site.page, 'tag/automations/createAutomation');
      const other = await site.browser.newPage({ baseURL: site.app.url });
      await other.goto('/docs/guides/errors');
      const [kept, elsewhere] = await Promise.all(
        [site.page, other].map((one) =>
          one.evaluate<string | null>("sessionStorage.getItem('parley-token')"),
        ),
      );
      await other.close();
      expect(kept).toMatch(/^eyJ/);
      expect(elsewhere).toBeNull();
      expect(await site.page.evaluate('JSON.stringify(localStorage)')).not.toContain(kept);
      const samples = site.page.locator('.sticky-cards').getByPlaceholder('Token');
      expect(await samples.inputValue()).toBe(kept);
    });

    it('has one search box, that of the site', async () => {
      // The names of operations begin with the word too.
      const box = { name: /^Search(?: the reference)?(?:\s*(?:Ctrl|⌘).*)?$/ };
      expect(await site.page.getByRole('button', box).count()).toBe(1);
      expect(await site.page.getByRole('search').count()).toBe(0);
    });

    it('shows scope, plan, limits and errors of an operation, and a badge on an extension', async () => {
      const text = await site.page.locator('[id$="tag/automations/createAutomation"]').first().innerText();
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
      expect(await listShown(site.page)).toEqual(listAnchors('v3'));
    });

    it('allows going back to the previous page', async () => {
      await site.page.goto('/docs/reference/v3');
      await settle(site.page);
      await site.page.locator('main').getByRole('link', { name: 'Try it' }).click();
      await site.page.waitForURL('**/docs/reference/try/v3');
      await settle(site.page);
      await site.page.locator('.t-doc__sidebar').getByRole('button', { name: 'Labels' }).first().click();
      await site.page.waitForURL('**/reference/try/v3#tag/labels');
      for (let steps = 0; steps < 5 && site.page.url().includes('/try/'); steps += 1)
        await site.page.goBack();
      await site.page.getByRole('heading', { name: 'Extensions' }).waitFor();
      expect(await site.page.locator('.scalar-app').count()).toBe(0);
    });
  });
}
