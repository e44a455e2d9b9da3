import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { waitUntil } from './browser.js';
import { repository } from './read-commands.js';

const pagesFolder = fileURLToPath(new URL('apps/docs/pages', repository));

/** Lists the paths of all pages of the site. */
export async function listPages(): Promise<string[]> {
  const files = await readdir(pagesFolder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith('.md'))
    .map((file) => relative(pagesFolder, join(file.parentPath, file.name)))
    .map((name) => `/docs/${name.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`)
    .toSorted();
}

export function expectOwnPage(response: Response | null): void {
  expect(response?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self';/,
  );
}

/** Waits until the scripts of the page have started and the reference is rendered. */
export async function settle(page: Page): Promise<void> {
  await waitUntil(page, 'document.querySelector("#app")?.__vue_app__');
  if (page.url().includes('/reference/')) await page.locator('.section-container').first().waitFor();
}

export async function showColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator('html.dark').waitFor({ state: colorScheme === 'dark' ? 'attached' : 'detached' });
}
