import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { repository } from './read-commands.js';

export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a package registry that offers the installed packages, so that `npm install` works without a network. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-registry-'));
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    try {
      const isArchive = path.endsWith('.tgz');
      const body = isArchive ? await packInstalled(path.slice(0, -4), folder) : await describe(path, url());
      response
        .writeHead(200, { 'content-type': isArchive ? 'application/gzip' : 'application/json' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address object with the port.
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url(),
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function installed(name: string): string {
  return fileURLToPath(new URL(`node_modules/${name}`, repository));
}

async function describe(name: string, url: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(installed(name), 'package.json'), 'utf8'));
  const version = { ...manifest, dist: { tarball: `${url}/${name}.tgz` } };
  return JSON.stringify({
    name,
    'dist-tags': { latest: manifest.version },
    versions: { [manifest.version]: version },
  });
}

async function packInstalled(name: string, folder: string): Promise<Buffer> {
  const place = await mkdtemp(join(folder, 'packed-'));
  await cp(installed(name), join(place, 'package'), { recursive: true });
  await promisify(execFile)('tar', ['czf', join(place, 'package.tgz'), '-C', place, 'package']);
  return readFile(join(place, 'package.tgz'));
}
