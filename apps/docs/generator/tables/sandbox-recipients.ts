import { sandboxRecipients } from '@parley/channels';
import { code, renderTable } from '../markdown.js';

/** Renders the addresses at which the sandbox fails, from the table that the sandbox itself reads. */
export function renderSandboxRecipients(): string {
  const rows = sandboxRecipients.map(({ addresses, meaning, visible }) => [
    `${code(addresses.phone_number)}, ${code(addresses.email)}, ${code(addresses.instagram)}`,
    meaning,
    visible,
  ]);
  return renderTable(['Address', 'What happens', 'What you see'], rows);
}
