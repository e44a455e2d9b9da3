import { type Ref, watch } from 'vue';
import { configureReference } from './configure-reference.js';
import { keepStylesOutOfMarkup } from './keep-styles-out-of-markup.js';
import { mendAccessibility } from './mend-accessibility.js';
import { loadScalar } from './scalar.js';

export interface ShowOptions {
  readonly version: string;
  /** Where the site is served from. */
  readonly base: string;
  readonly isDark: Ref<boolean>;
}

/** Draws the reference of a version. This module is for browsers only: import it when there is one. */
export async function showReference(target: Element, { version, base, isDark }: ShowOptions): Promise<void> {
  keepStylesOutOfMarkup();
  const [scalar, contract] = await Promise.all([
    loadScalar(base),
    fetch(`${base}reference/${version}.json`).then((response) => response.json()),
  ]);
  scalar.createApiReference(target, configureReference(version, contract, { origin: location.origin, base }));
  mendAccessibility(target);
  watch(isDark, showMode, { immediate: true });
  // A link of the site to another operation of this page; the renderer listens to the other event only.
  window.addEventListener('hashchange', () => window.dispatchEvent(new PopStateEvent('popstate')));
}

/** The renderer goes by classes of the body, which it sets once. */
function showMode(isDark: boolean): void {
  document.body.classList.toggle('dark-mode', isDark);
  document.body.classList.toggle('light-mode', !isDark);
}
