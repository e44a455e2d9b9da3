import { describe, expect, it } from '@jest/globals';
import { type BrowserSite, desktop } from '../support/browser-site.js';
import { settle } from '../support/pages.js';

/** Tests the pages of the reference, which need no scripts, and the search that finds them. */
export function describeReference(site: BrowserSite): void {
  describe('the reference', () => {
    it('shows an operation without scripts', async () => {
      const plain = await site.browser.newPage({
        ...desktop,
        baseURL: site.app.url,
        javaScriptEnabled: false,
      });
      await plain.goto('/docs/reference/v3/createAutomation');
      const text = await plain.locator('main').innerText();
      for (const part of [
        'automations:write',
        'Idempotency-Key',
        '@parley/client',
        'call_webhook',
        'invalid_body_params',
      ])
        expect(text).toContain(part);
      await site.takePicture('operation-without-scripts', plain);
      await plain.close();
    });

    it('leads from a link to an anchor of the former single page to the operation', async () => {
      await site.page.goto('/docs/guides/errors');
      await site.page.goto('/docs/reference/v3#tag/messages/sendMessage');
      await site.page.waitForURL('**/docs/reference/v3/sendMessage');
    });
  });

  describe('the search', () => {
    it('finds an operation and links to it', async () => {
      await site.page.goto('/docs/guides/files');
      await settle(site.page);
      await site.search('rotateApiWebhookSecret', '/reference/v3/rotateApiWebhookSecret');
      await site.page.waitForURL('**/docs/reference/v3/rotateApiWebhookSecret#*');
      await site.page.getByRole('heading', { name: 'Errors' }).waitFor();
    });

    it('finds the text of a table in a guide', async () => {
      await site.page.goto('/docs/');
      await settle(site.page);
      await site.search('insufficient_billing_plan', '/guides/errors');
      await site.page.getByRole('heading', { name: 'Errors' }).first().waitFor();
    });
  });
}
