import { tagSlug } from '../anchors.js';
import { type ContractVersion, listEntries, listEvents } from '../list-entries.js';
import { requestLine } from '../markdown.js';

/** Renders the list of the operations and events of a version, by tag. */
export function renderIndex(version: ContractVersion): string {
  const entries = listEntries(version);
  const events = listEvents(version);
  return version.document.tags
    .map(({ name, description }) => {
      const operations = entries
        .filter(({ tag }) => tag === name)
        .map((entry) => `- [${entry.summary}](${entry.link}): ${requestLine(entry)}`);
      const sent = events
        .filter(({ tag }) => tag === name)
        .map((event) => `- [${event.summary}](${event.link}): \`${event.name}\``);
      return [
        `## ${name} {#tag/${tagSlug(name)}}`,
        description.trim(),
        [...operations, ...sent].join('\n'),
      ].join('\n\n');
    })
    .join('\n\n');
}
