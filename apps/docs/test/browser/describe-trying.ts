import { describe, expect, it } from '@jest/globals';
import { tokenOf } from '@parley/testkit';
import { demoKeyId, seedDemo } from '../../../../prisma/seed.js';
import type { BrowserSite } from '../support/browser-site.js';
import { findProblems } from '../support/find-problems.js';
import { expectOwnPage, settle } from '../support/pages.js';
import { waitForOperation } from '../support/reference.js';

/** Tests the pages that send requests. Loading one takes seconds, so each test continues where the previous one ended. */
export function describeTrying(site: BrowserSite): void {
  describe('trying v3', () => {
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

    it('has one search box, that of the site', async () => {
      // The names of operations begin with the word too.
      const box = { name: /^Search(?: the reference)?(?:\s*(?:Ctrl|⌘).*)?$/ };
      expect(await site.page.getByRole('button', box).count()).toBe(1);
      expect(await site.page.getByRole('search').count()).toBe(0);
    });
  });

  describe('trying v2', () => {
    it('loads without an error or a serious accessibility problem, and only from this host', async () => {
      expectOwnPage(await site.page.goto('/docs/reference/try/v2'));
      await settle(site.page);
      expect(await findProblems(site.page)).toEqual([]);
    });

    it('keeps the token of a request for the tab, and for no other', async () => {
      await expectKeptToken(site);
    });

    it('says that v2 has ended, and links to the guide', async () => {
      const note = site.page.getByRole('complementary', { name: 'Deprecation of v2' });
      expect(await note.innerText()).toContain('ended on 1 November 2026');
      await note.getByRole('link', { name: 'Move to v3' }).click();
      await site.page.waitForURL('**/docs/guides/migrating-from-v2');
      expect(await site.page.locator('h1').innerText()).toContain('Moving from v2 to v3');
    });
  });
}

/** Expects that the page has the token of the last request, and that another tab does not. */
export async function expectKeptToken(site: BrowserSite): Promise<void> {
  const other = await site.browser.newPage({ baseURL: site.app.url });
  await other.goto('/docs/guides/errors');
  const [kept, elsewhere] = await Promise.all(
    [site.page, other].map((one) => one.evaluate<string | null>("sessionStorage.getItem('parley-token')")),
  );
  await other.close();
  expect(kept).toMatch(/^eyJ/);
  expect(elsewhere).toBeNull();
  expect(await site.page.evaluate('JSON.stringify(localStorage)')).not.toContain(kept);
  const samples = site.page.locator('.sticky-cards').getByPlaceholder('Token');
  expect(await samples.inputValue()).toBe(kept);
}
