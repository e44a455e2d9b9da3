import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const options = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] };

/** Finds the serious and critical accessibility problems of the page or of parts of it, one line each. */
export async function findProblems(page: Page, parts: readonly string[] = ['html']): Promise<string[]> {
  // axe is loaded once for each load of a page.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe);
  for (const part of parts) await page.locator(part).first().waitFor({ state: 'attached' });
  const include = JSON.stringify({ include: parts });
  const { violations } = await page.evaluate<{ violations: readonly Problem[] }>(
    `axe.run(${include}, ${JSON.stringify(options)})`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' · ')}`);
}

interface Problem {
  readonly id: string;
  readonly impact: string;
  readonly nodes: ReadonlyArray<{ readonly html: string }>;
}
