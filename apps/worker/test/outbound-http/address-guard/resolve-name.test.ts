import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeTestFolder } from '@parley/testkit/make-test-folder';
import {
  createNameResolver,
  type ResolveName,
} from '../../../src/outbound-http/address-guard/resolve-name.js';

const typeA = 1;
const typeAaaa = 28;

const records: Record<string, Partial<Record<number, number[][]>>> = {
  'both.example': {
    [typeA]: [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ],
    [typeAaaa]: [[0x20, 1, 2, 0, ...Array(11).fill(0), 1]],
  },
  'v4.example': { [typeA]: [[1, 2, 3, 4]] },
  'v6.example': { [typeAaaa]: [[0x20, 1, 2, 0, ...Array(11).fill(0), 1]] },
};

describe('createNameResolver', () => {
  const server = createSocket('udp4');
  const asked: string[] = [];
  const folder = makeTestFolder('hosts');
  let resolve: ResolveName;

  beforeAll(async () => {
    server.on('message', (query, { port, address }) => {
      const { name, reply } = answerQuery(query);
      asked.push(name);
      server.send(reply, port, address);
    });
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const hostsPath = join(folder, 'hosts');
    await writeFile(
      hostsPath,
      '# fixed\n10.0.0.5\tDb.internal db # the database\nfd00::5 db.internal\nbroken db\n',
    );
    resolve = createNameResolver({ servers: [`127.0.0.1:${server.address().port}`], hostsPath });
  });

  afterAll(async () => {
    server.close();
  });

  it.each([
    ['both.example', ['1.2.3.4', '5.6.7.8', '2001:200::1']],
    ['v4.example', ['1.2.3.4']],
    ['v6.example', ['2001:200::1']],
    ['V4.example.', ['1.2.3.4']],
  ])('finds every address of %p', async (name, addresses) => {
    expect(await resolve(name)).toEqual(addresses);
  });

  it('rejects for a name that does not exist', async () => {
    await expect(resolve('missing.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it.each([
    ['db.internal', ['10.0.0.5', 'fd00::5']],
    ['DB.', ['10.0.0.5']],
    ['localhost', ['127.0.0.1', '::1']],
    ['Localhost.', ['127.0.0.1', '::1']],
    ['hooks.localhost', ['127.0.0.1', '::1']],
  ])('resolves %p without a name server', async (name, addresses) => {
    asked.length = 0;

    expect(await resolve(name)).toEqual(addresses);
    expect(asked).toEqual([]);
  });

  it('works on a machine without a hosts file', async () => {
    const servers = [`127.0.0.1:${server.address().port}`];

    expect(await createNameResolver({ servers, hostsPath: join(folder, 'none') })('v4.example')).toEqual([
      '1.2.3.4',
    ]);
  });
});

/** Creates the reply to a DNS query with one question (RFC 1035, section 4). */
function answerQuery(query: Buffer): { name: string; reply: Buffer } {
  const labels: string[] = [];
  let end = 12;
  for (let length = query.readUInt8(end); length > 0; length = query.readUInt8(end)) {
    labels.push(query.toString('latin1', end + 1, end + 1 + length));
    end += 1 + length;
  }
  const type = query.readUInt16BE(end + 1);
  const name = labels.join('.').toLowerCase();
  const known = records[name];
  const responses = (known?.[type] ?? []).map((address) => {
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length]);
    return Buffer.concat([head, Buffer.from(address)]);
  });
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(responses.length, 6);
  return { name, reply: Buffer.concat([header, query.subarray(12, end + 5), ...responses]) };
}
