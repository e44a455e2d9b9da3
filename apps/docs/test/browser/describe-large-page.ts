import { describe, expect, it } from '@jest/globals';
import type { BrowserSite } from '../support/browser-site.js';
import { findProblems } from '../support/find-problems.js';
import { expectOwnPage, settle, showColours } from '../support/pages.js';
import { listAnchors, listShown, waitForOperation } from '../support/reference.js';
import { expectKeptToken } from './describe-trying.js';

/** Checking all operations of the renderer takes axe half a minute; these contain every kind of element. */
const referenceParts = [
  '.VPNav',
  '.t-doc__sidebar',
  '[id$="tag/messages/sendMessage"]',
  '[id$="tag/messages/getMessage"]',
];

/** Tests the page that sends requests to v3, which loads for seconds. It continues in the tab of `describeTrying`. */
export function describeLargePage(site: BrowserSite): void {
  describe('the page that sends requests to v3', () => {
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

    it('keeps the token of a request for the tab, and for no other', async () => {
      await site.page.goto('/docs/guides/errors');
      await site.page.goto('/docs/reference/try/v3#tag/automations/createAutomation');
      await waitForOperation(site.page, 'tag/automations/createAutomation');
      await expectKeptToken(site);
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

    it('lists those of v2 on the page of v2', async () => {
      await site.page.goto('/docs/reference/try/v2');
      await settle(site.page);
      expect(await listShown(site.page)).toEqual(listAnchors('v2'));
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
