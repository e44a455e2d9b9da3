import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from '@jest/globals';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The names of Chromium and Chrome on different systems. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const folders = (process.env.PATH ?? '').split(delimiter);
const executable = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);

// In CI a skipped test is an error, unless the environment allows it.
if (!executable && process.env.CI && process.env.BROWSER_TESTS !== 'skip') {
  throw new Error('There is no Chromium or Chrome: install one, or set BROWSER_TESTS=skip.');
}

/** Skips the tests if no browser is installed. The summary then shows what was skipped. */
export const describeWithBrowser = executable ? describe : describe.skip;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executable && { executablePath: executable }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page is open for seconds only, and optimizing its scripts took a fifth of the time.
      '--js-flags=--no-turbofan,--single-threaded-gc',
    ],
  });
}

/** A page is rendered in a second or two; while other tests run, it may take much longer. */
const timeoutMs = 30_000;

export interface WatchedPage {
  readonly page: Page;
  /**
   * Problems that must not occur: errors in the console, violations of the policy, failed loads, requests to other
   * hosts.
   */
  readonly problems: string[];
}

/** Opens a page that records all problems. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  // Without transitions, colours are not measured while they change.
  const page = await browser.newPage({ baseURL: origin, reducedMotion: 'reduce', ...options });
  const problems: string[] = [];
  page.setDefaultTimeout(timeoutMs);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) problems.push(`request to ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} for ${response.url()}`);
  });
  return { page, problems };
}

/** Waits until an expression is true. The browser's own polling would violate the policy of the site. */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  // During a navigation, a page cannot evaluate expressions.
  while (!(await page.evaluate(`Boolean(${expression})`).catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`This did not become true: ${expression}`);
    await page.waitForTimeout(50);
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
