import { cp, mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * Copies the cluster from which the database of a sandbox is copied. It fits the kind of machine that publishes the package; on others
 * the start creates and migrates a cluster, which takes longer.
 */
const folder = fileURLToPath(new URL('..', import.meta.url));
const target = `${folder}dist/packages/database/template`;
await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
await cp(`${folder}../database/template`, target, { recursive: true });
