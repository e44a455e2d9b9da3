import { describe, expect, it } from '@jest/globals';
import { type BrowserSite, desktop, phone } from '../support/browser-site.js';
import { settle } from '../support/pages.js';

interface Windows {
  readonly widths: readonly number[];
  readonly pages: readonly string[];
}

/** Cells of tables that are narrower than this are hard to read. */
const narrowestCell = 120;

/** Tests pages with wide contents in windows of these widths. */
export function describeWidths(site: BrowserSite, { widths, pages }: Windows): void {
  describe.each(widths)('at %d px', (width) => {
    it.each(pages)('%s fits without scrolling sideways', async (path) => {
      const { page } = site;
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/docs/${path}`);
      await settle(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      await site.takePicture(`${path.split('/').at(-1)}-${width}`);
      await page.setViewportSize(desktop.viewport);
    });
  });
}

/** Tests the widest tables in windows of these widths. */
export function describeTables(site: BrowserSite, widths: readonly number[]): void {
  describe.each(widths)('at %d px', (width) => {
    it('the tables of the migration are readable', async () => {
      const { page } = site;
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/docs/guides/migrating-from-v2');
      await settle(page);
      const cells = await page
        .locator('.moves td')
        .evaluateAll((found) =>
          found.map((cell) => ({ width: cell.clientWidth, text: cell.textContent ?? '' })),
        );
      expect(cells.length).toBeGreaterThan(50);
      expect(cells.filter((cell) => cell.text !== '' && cell.width < narrowestCell)).toEqual([]);
      const scrolled = await page
        .locator('.moves table')
        .evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth + 1).length);
      expect(scrolled).toBe(0);
      await page.locator('#operations').scrollIntoViewIfNeeded();
      await site.takePicture(`migration-tables-${width}`);
      await page.setViewportSize(desktop.viewport);
    });
  });

  it('below each other, the cells of the migration say which version they describe', async () => {
    const { page } = site;
    await page.setViewportSize(phone.viewport);
    await page.goto('/docs/guides/migrating-from-v2');
    await settle(page);
    const read = (tables: string): Promise<string[]> =>
      page.evaluate(
        `[...document.querySelectorAll('${tables} tbody tr:first-child td')].map((cell) => getComputedStyle(cell, '::before').content)`,
      );
    expect(await read('.moves.topics')).toEqual(['none', '"v2: "', '"v3: "']);
    expect((await read('.moves:not(.topics)')).slice(0, 3)).toEqual(['"v2: "', '"v3: "', 'none']);
    await page.setViewportSize(desktop.viewport);
  });
}
