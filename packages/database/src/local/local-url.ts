import { readFile } from 'node:fs/promises';
import { type Cluster, superuser } from './cluster.js';

export async function localUrl(cluster: Cluster, port: number, database: string): Promise<string> {
  const password = await readFile(cluster.passwordFile, 'utf8');
  return `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}
