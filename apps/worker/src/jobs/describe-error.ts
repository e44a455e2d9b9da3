import { InvalidPayloadError } from './define-task.js';

/** Every worker that claimed the job died before the job ended. */
export class LostWorkerError extends Error {
  constructor() {
    super('Every worker that claimed the job died; the job itself may be the cause.');
    this.name = 'LostWorkerError';
  }
}

/**
 * Describes an error by its class and its code. Its text may repeat data of a person, and nothing finds that data after the record
 * of the job was deleted. Only these two errors have a text that cannot.
 */
export function describeError(error: Error): string {
  if (error instanceof InvalidPayloadError || error instanceof LostWorkerError) return error.message;
  const { code } = Object(error);
  const isCode = typeof code === 'string' && /^\w{1,40}$/.test(code);
  return `${error.name}${isCode ? ` (${code})` : ''}. The log line of the dead job has its text.`;
}
