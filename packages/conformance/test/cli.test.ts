import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runProgram } from '../src/cli/run-program.js';
import { shopDocument } from './planted/shop-document.js';
import { type Shop, startShop } from './planted/shop-server.js';
import { secret, startReceiver } from './receivers/receiver-server.js';

const document = join(tmpdir(), `conformance-shop-${process.pid}.json`);
const eventsDocument = `${document}.events`;

let right: Shop;
let wrong: Shop;

beforeAll(async () => {
  await writeFile(document, JSON.stringify(shopDocument));
  await writeFile(eventsDocument, JSON.stringify(documentWithEvents));
  right = await startShop();
  wrong = await startShop({ overlooks: (field) => field === 'price' });
});

afterAll(async () => {
  await right.stop();
  await wrong.stop();
});

const body = { id: 'a', type: 'item.sold', data: { id: 'b' } };
const documentWithEvents = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1.0.0' },
  webhooks: {
    'item.sold': {
      post: {
        requestBody: { content: { 'application/json': { schema: { type: 'object' }, example: body } } },
      },
    },
  },
};

async function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const streamTo = (name: keyof typeof printed) => ({
    write: (text: string) => {
      printed[name] += text;
    },
  });
  const [stdout, stderr] = [streamTo('stdout'), streamTo('stderr')];
  const code = await runProgram(args, { env: {}, stdout, stderr });
  return { code, ...printed };
}

describe('the command', () => {
  const events = ['--document', eventsDocument];
  const quick = ['--document', document, '--seed', '5', '--requests', '40', '--only', 'createItem'];

  it('exits with 0 and prints a table if there is no finding', async () => {
    const { code, stdout, stderr } = await run('--url', right.url, '--token', right.token, ...quick);
    expect(stdout).toMatch(/^Shop 1\.0\.0 at http/);
    expect(stdout).toMatch(/createItem +\d+ +\d+ +\d+ of \d+ kinds/);
    expect(stdout).toMatch(/No finding\. \d+ requests to 1 operations.* Seed 5\.\n$/);
    expect(stderr).toMatch(/1\/1 createItem: \d+ requests\n$/);
    expect(code).toBe(0);
  });

  it('exits with 1 and prints the rule, the seed and a curl command without the token; as JSON too', async () => {
    const file = `${document}.report`;
    const { code, stdout } = await run(
      '--url',
      wrong.url,
      '--token',
      wrong.token,
      ...quick,
      '--quiet',
      '--json',
      file,
    );
    expect(stdout).toMatch(/createItem \(POST \/items\): invalid-is-refused/);
    expect(stdout).toMatch(/again +curl -i .*Bearer '"\$TOKEN"'.*"price":/);
    expect(stdout).not.toContain(wrong.token);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject([
      {
        seed: 5,
        findings: expect.arrayContaining([expect.objectContaining({ rule: 'invalid-is-refused' })]),
      },
    ]);
    expect(code).toBe(1);
  });

  it('exits with 1 and prints what a webhook receiver does wrong', async () => {
    const receiver = await startReceiver(async () => 200);
    const only = ['--only', 'wrong-signature', '--quiet'];
    const { code, stdout } = await run('--receiver', receiver.url, '--secret', secret, ...events, ...only);
    await receiver.stop();
    expect(stdout).toMatch(
      /1\. wrong-signature: the receiver accepted a body whose signature is wrong: responded with 200\.\n {3}Verify the signature before/,
    );
    expect(stdout).toMatch(/1 finding\. 1 checks passed, 1 failed, 0 unknown; 2 deliveries/);
    expect(code).toBe(1);
  });

  it('exits with 2 and prints one line if nothing can be tested', async () => {
    const { code, stdout, stderr } = await run('--url', 'http://127.0.0.1:9', '--document', document);
    expect(stderr).toMatch(/^No server responds at http:\/\/127\.0\.0\.1:9: .*\n$/);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });
});
