import type { InteractiveRecord } from './interactive.js';

/**
 * Returns an interactive message as a text. The choices have numbers, so that a contact on a channel without buttons can
 * reply with one.
 */
export function renderInteractive(interactive: InteractiveRecord): string {
  const { header, body, footer } = interactive;
  return [header, body, renderChoices(interactive), footer].filter(Boolean).join('\n\n');
}

function renderChoices({ buttons, list, link }: InteractiveRecord): string {
  if (link !== null) return `${link.title}: ${link.url}`;
  if (buttons !== null) return buttons.map(({ title }, index) => `${index + 1}. ${title}`).join('\n');
  let number = 0;
  const sections = list?.sections.map(({ title, rows }) => {
    const lines = rows.map((row) => {
      number += 1;
      return `${number}. ${row.title}${row.description === null ? '' : ` (${row.description})`}`;
    });
    return [title, ...lines].join('\n');
  });
  return sections?.join('\n\n') ?? '';
}
