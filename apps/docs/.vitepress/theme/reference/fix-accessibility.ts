/** Corrects accessibility errors in the renderer's markup whenever it renders. */
export function fixAccessibility(target: Element): void {
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      fixAll(target);
    });
  };
  new MutationObserver(plan).observe(target, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-selected', 'aria-label'],
  });
  plan();
}

type Fix = (element: Element) => void;

const fixes: ReadonlyArray<readonly [selector: string, fix: Fix]> = [
  // Buttons of the sidebar are not options of a list; the current one is marked with `aria-current`.
  [
    'button[aria-selected]:not([role])',
    (button) => {
      if (button.getAttribute('aria-selected') === 'true') button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
      button.removeAttribute('aria-selected');
    },
  ],
  [
    'button[role="search"]',
    (button) => {
      button.removeAttribute('role');
      if (!button.textContent?.trim()) button.setAttribute('aria-label', 'Search the reference');
    },
  ],
  // The labels of these buttons differ from the visible text.
  ['button.show-more[aria-label]', (button) => button.removeAttribute('aria-label')],
  // The text of these buttons is hidden, even from screen readers.
  ['.group\\/copy-button:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
];

function fixAll(target: Element): void {
  for (const [selector, fix] of fixes) for (const element of target.querySelectorAll(selector)) fix(element);
}
