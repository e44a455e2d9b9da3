/** Corrects errors in the renderer's markup that keep people from using a screen reader, whenever it draws. */
export function mendAccessibility(target: Element): void {
  let isPlanned = false;
  const plan = () => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(() => {
      isPlanned = false;
      mendAll(target);
    });
  };
  new MutationObserver(plan).observe(target, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-selected', 'aria-label'],
  });
  plan();
}

type Mend = (element: Element) => void;

const mends: ReadonlyArray<readonly [selector: string, mend: Mend]> = [
  // Buttons of the sidebar are not options of a list; the place where the reader is has a name of its own.
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
  // Their label says other words than those on them.
  ['button.show-more[aria-label]', (button) => button.removeAttribute('aria-label')],
  // Their text is there, but hidden from everybody.
  ['.group\\/copy-button:not([aria-label])', (button) => button.setAttribute('aria-label', 'Copy')],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
];

function mendAll(target: Element): void {
  for (const [selector, mend] of mends)
    for (const element of target.querySelectorAll(selector)) mend(element);
}
