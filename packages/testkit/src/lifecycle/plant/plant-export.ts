import { waitFor } from '../../crash/wait-for.js';
import type { Workspace } from './workspace.js';

const timeoutMs = 60_000;

/** Exports the contact, so that all data of the person is also in a file. */
export async function plantExport({ call }: Workspace, contactId: string): Promise<void> {
  const { id } = await call('POST', `/v3/contacts/${contactId}/export`);
  await waitFor(
    'the contact is exported',
    async () => {
      const { status } = await call('GET', `/v3/contacts/${contactId}/exports/${id}`);
      return status === 'completed' || undefined;
    },
    timeoutMs,
  );
}
