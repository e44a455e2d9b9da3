import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const bucket = 'parley-files';
const ending = '._S3rver_object';

export interface TestObjectStorage {
  /** The value for `FILES_URL`. */
  readonly url: string;
  /** The methods and hashes of the requests so far. */
  readonly requests: readonly ObjectRequest[];
  /** Lists the keys of all objects. */
  listKeys(): Promise<string[]>;
  read(key: string): Promise<Buffer>;
  /** Changes the bytes of an object, unnoticed by the service. */
  overwrite(key: string, bytes: Buffer): Promise<void>;
  /** Holds the next PUT: before its object is stored, or the response after it was stored. */
  holdPut(moment: 'before' | 'after'): HeldRequest;
  /** Refuses every request, as a storage without room does, or accepts requests again. */
  refuse(isRefusing: boolean): void;
  stop(): Promise<void>;
}

export interface ObjectRequest {
  readonly method: string;
  readonly payloadHash: string;
}

export interface HeldRequest {
  /** Resolves when the request is held. */
  readonly held: Promise<void>;
  release(): void;
}

interface Hold extends HeldRequest {
  readonly moment: 'before' | 'after';
  readonly released: Promise<void>;
  arrive(): void;
}

/** Starts a real server with the protocol of Amazon S3 in this process, with an empty bucket. */
export async function startObjectStorage(): Promise<TestObjectStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-objects-'));
  const s3 = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: bucket }] });
  await s3.configureBuckets();
  const handle = s3.callback();
  const requests: ObjectRequest[] = [];
  let hold: Hold | undefined;
  let isRefusing = false;
  const server = createServer(async (request, response) => {
    requests.push({
      method: request.method ?? '',
      payloadHash: String(request.headers['x-amz-content-sha256']),
    });
    if (isRefusing) return void response.writeHead(507, { connection: 'close' }).end();
    const held = request.method === 'PUT' ? hold : undefined;
    if (held) hold = undefined;
    if (held?.moment === 'before') {
      await holdRequest(request, held);
      // The client has gone before its bytes were read, so nothing is stored.
      if (request.socket.destroyed) return;
    }
    if (held?.moment === 'after') holdResponse(response, held);
    handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address object with the port.
  const { port } = server.address() as AddressInfo;
  const pathOf = (key: string) => join(folder, bucket, `${key}${ending}`);
  return {
    url: `s3://S3RVER:S3RVER@${bucket}?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    requests,
    async listKeys() {
      const names = await readdir(join(folder, bucket), { recursive: true });
      return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
    },
    read: (key) => readFile(pathOf(key)),
    overwrite: (key, bytes) => writeFile(pathOf(key), bytes),
    holdPut(moment) {
      hold = createHold(moment);
      return hold;
    },
    refuse(now) {
      isRefusing = now;
    },
    async stop() {
      hold?.release();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      s3.logger.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createHold(moment: Hold['moment']): Hold {
  const [held, arrive] = createSignal();
  const [released, release] = createSignal();
  return { moment, held, released, arrive, release };
}

function createSignal(): [signal: Promise<void>, give: () => void] {
  let give = () => {};
  const signal = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [signal, () => give()];
}

/** If the client has disconnected, its request is abandoned. */
async function holdRequest(request: IncomingMessage, { arrive, released }: Hold): Promise<void> {
  arrive();
  // A client that is killed aborts its request, which is an error here.
  await Promise.race([released, once(request, 'close').catch(() => undefined)]);
}

function holdResponse(response: ServerResponse, { arrive, released }: Hold): void {
  const end = response.end.bind(response);
  response.end = () => {
    arrive();
    void released.then(() => end());
    return response;
  };
}
