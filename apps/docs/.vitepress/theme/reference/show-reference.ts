import { type Ref, watch } from 'vue';
import { configureReference } from './configure-reference.js';
import { fixAccessibility } from './fix-accessibility.js';
import { keepStylesOutOfMarkup } from './keep-styles-out-of-markup.js';
import { createTokens } from './keep-token.js';
import { loadScalar } from './scalar.js';

export interface ShowOptions {
  readonly version: string;
  /** The path from which the site is served. */
  readonly base: string;
  readonly isDark: Ref<boolean>;
}

/** Renders the reference of a version. This module works only in browsers; import it only there. */
export async function showReference(target: Element, { version, base, isDark }: ShowOptions): Promise<void> {
  keepStylesOutOfMarkup();
  const [scalar, contract] = await Promise.all([
    loadScalar(base),
    fetch(`${base}reference/${version}.json`).then((response) => response.json()),
  ]);
  const place = { origin: location.origin, base, tokens: createTokens(sessionStorage) };
  scalar.createApiReference(target, configureReference(version, contract, place));
  fixAccessibility(target);
  watch(isDark, showMode, { immediate: true });
  // A link of the site can lead to another operation on this page, but the renderer listens only to `popstate`.
  window.addEventListener('hashchange', () => window.dispatchEvent(new PopStateEvent('popstate')));
}

/** The renderer uses classes of the body, which it sets only once. */
function showMode(isDark: boolean): void {
  document.body.classList.toggle('dark-mode', isDark);
  document.body.classList.toggle('light-mode', !isDark);
}
