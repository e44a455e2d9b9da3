import type { EventEntry } from '../list-entries.js';
import { code, renderTable } from '../markdown.js';

export function renderEvents(events: readonly EventEntry[]): string {
  const rows = events.map(({ name, summary, description, link }) => [
    `[${code(name)}](${link})`,
    // The rest of the description is the same for all events: how to respond, and when the service retries.
    `${summary}. ${description.split(/(?<=\.) /)[0]}`,
  ]);
  return renderTable(['Event', 'When'], rows);
}
