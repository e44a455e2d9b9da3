import type { ContractVersion, EventEntry } from '../list-entries.js';
import { code } from '../markdown.js';
import { isObject, readObject } from '../read-node.js';
import { escapeProse } from './escape-prose.js';
import { renderFields, resolve } from './render-fields.js';

/** Renders the page of an event. */
export function renderEvent({ document, name: version }: ContractVersion, event: EventEntry): string {
  const operation = document.webhooks[event.name]?.post;
  const { content } = readObject(document, operation?.requestBody);
  const media = readObject(document, readObject(document, content)['application/json']);
  const schema = resolve(document, media.schema);
  const [example] = Object.values(readObject(document, media.examples)).filter(isObject);
  const badge = operation?.['x-extension'] ? ` · [Extension](/reference/${version}#extensions)` : '';
  return [
    `# ${escapeProse(event.summary)}`,
    `${code(event.name)}${badge}`,
    escapeProse(event.description.trim()),
    '[Webhooks](/guides/webhooks) explains how to receive and verify events.',
    '## Body',
    renderFields(document, schema),
    `## Example\n\n\`\`\`json\n${JSON.stringify(example?.value, null, 2)}\n\`\`\``,
    '',
  ].join('\n\n');
}
