import type { Locator, Page } from 'playwright-core';
import { contractVersions, listEntries, listEvents, type VersionName } from '../../generator/list-entries.js';
import { waitUntil } from './browser.js';

/**
 * Lists the operations and events in the sidebar of the page that sends requests, by their anchors. Everything except the models is
 * expanded.
 */
export async function listShown(page: Page): Promise<string[]> {
  const closed = `[...document.querySelectorAll('.t-doc__sidebar button[aria-expanded="false"]')]
    .filter((button) => !button.textContent.startsWith('Models'))`;
  await waitUntil(page, `${closed}.map((button) => button.click()).length === 0`);
  const ids = await page
    .locator('.t-doc__sidebar [data-sidebar-id]')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-sidebar-id') ?? ''));
  return ids
    .map((id) => id.replace(/^[^/]+\//, ''))
    .filter((id) => /^tag\/[^/]+\/./.test(id))
    .toSorted();
}

export function listAnchors(version: VersionName): string[] {
  const contract = contractVersions[version];
  return [...listEntries(contract), ...listEvents(contract)].map(({ anchor }) => anchor).toSorted();
}

/** Waits until an operation is rendered at the top of the window. */
export async function waitForOperation(page: Page, anchor: string): Promise<Locator> {
  const section = page.locator(`[id$="${anchor}"]`).first();
  await section.getByText('Policy').waitFor();
  const top = `document.querySelector('[id$="${anchor}"]')?.getBoundingClientRect().top`;
  await waitUntil(page, `Math.abs(${top}) < 200`);
  return section;
}
