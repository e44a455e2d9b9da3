import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import type { Page, Response } from 'playwright-core';
import { waitUntil } from './browser.js';
import { repository } from './read-commands.js';

const pagesFolder = fileURLToPath(new URL('apps/docs/pages', repository));

/** The pages of operations and events that browsers look at; all have the same parts. */
const lookedAt = [
  'v2/createBroadcast',
  'v3/events/message.received',
  'v3/createAutomation',
  'v3/getWorkspace',
  'v3/searchEvents',
  'v3/sendMessage',
  'v3/uploadFile',
];

/** One page of each kind: with the components of the start, with tables and code, of each generator. */
export const kindsOfPages = [
  '/docs/',
  '/docs/changelog',
  '/docs/guides/migrating-from-v2',
  '/docs/operations/scaling',
  '/docs/reference/v2',
  '/docs/reference/v3',
  '/docs/reference/v3/events/message.received',
  '/docs/reference/v3/sendMessage',
];

/** Lists the paths of the pages of the site, with some of those that are generated for each operation. */
export async function listPages(): Promise<string[]> {
  const files = await readdir(pagesFolder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile() && file.name.endsWith('.md'))
    .map((file) => relative(pagesFolder, join(file.parentPath, file.name)))
    .filter(
      (name) => !/^reference\/v\d\//.test(name) || lookedAt.some((path) => name.endsWith(`/${path}.md`)),
    )
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
  if (page.url().includes('/reference/try/')) await page.locator('.section-container').first().waitFor();
}

export async function showColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator('html.dark').waitFor({ state: colorScheme === 'dark' ? 'attached' : 'detached' });
}
