import type { Command } from './command.js';

/** The commands of an operator. Each is loaded when it runs, because others need more modules. */
export const commands: ReadonlyMap<string, () => Promise<{ readonly command: Command }>> = new Map([
  ['contacts', () => import('./contacts.js')],
  ['files', () => import('./files.js')],
  ['key', () => import('./key.js')],
  ['migrate', () => import('./migrate.js')],
  ['secrets', () => import('./secrets.js')],
  ['story', () => import('./story.js')],
  ['tenant', () => import('./tenant.js')],
  ['token', () => import('./token.js')],
  ['usage', () => import('./usage.js')],
  ['worker', () => import('./worker.js')],
]);
