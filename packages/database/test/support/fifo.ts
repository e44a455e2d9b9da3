import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { waitUntil } from '../../../testkit/src/wait-until.js';

/** A reader that does not wait for a writer: it could wait forever, and the test with it. */
const withoutWaiting = constants.O_RDONLY | constants.O_NONBLOCK;

/** Lets the blocked writer continue, and returns when it has written. */
export async function readFromFifo(path: string): Promise<void> {
  const reader = await open(path, withoutWaiting);
  try {
    await waitUntil(async () => {
      const { bytesRead } = await reader.read(Buffer.alloc(16)).catch(nothingYet);
      return bytesRead > 0;
    });
  } finally {
    await reader.close();
  }
}

function nothingYet(error: NodeJS.ErrnoException): { bytesRead: number } {
  if (error.code === 'EAGAIN') return { bytesRead: 0 };
  throw error;
}

/**
 * Removes the FIFO and releases a process that still waits to write into it; otherwise the server could not be stopped.
 */
export async function removeFifo(path: string): Promise<void> {
  const reader = await open(path, withoutWaiting);
  await rm(path);
  await reader.close();
}
