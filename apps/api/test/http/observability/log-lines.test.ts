import { createSecretKey } from 'node:crypto';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { logOptions } from '@parley/config';
import { logDatabase, openDatabase } from '@parley/database';
import { useResource, useTestDatabase } from '@parley/testkit/hooks';
import { waitUntil } from '@parley/testkit/wait-until';
import { pino } from 'pino';

const password = 'hunter2-of-the-database';
const secrets = [
  password,
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'jwt-secret-of-thirty-two-bytes-or-more',
];
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

function logWith(write: (logger: pino.Logger) => void): { line: string; entry: Record<string, unknown> } {
  const lines: string[] = [];
  write(pino(logOptions('info'), { write: (line: string) => lines.push(line) }));
  return { line: lines.join(''), entry: JSON.parse(lines[0] ?? '{}') };
}

function expectNoSecret(line: string): void {
  for (const secret of [...secrets, token]) expect(line).not.toContain(secret);
  expect(line).not.toMatch(/secretKey|connectionParameters|_readableState|parsedStatements/);
}

describe('a log line', () => {
  it('has the name, message, code, stack and causes of an error, and no other properties', () => {
    const client = { connectionParameters: { password }, secretKey: 1 };
    const inner = Object.assign(new Error(`connect to postgres://parley:${password}@db/shop failed`), {
      code: 'ECONNREFUSED',
      client,
      socket: new Socket(),
    });
    const error = Object.assign(new Error('The query failed.', { cause: inner }), {
      code: '57P01',
      config: { jwtSecret: secrets[2] },
    });
    for (const { line, entry } of [
      logWith((logger) => logger.error({ err: error }, 'failed')),
      logWith((logger) => logger.error(error, 'failed')),
    ]) {
      expectNoSecret(line);
      expect(entry).toMatchObject({ msg: 'failed', level: 50 });
      expect(entry.err).toEqual({
        type: 'Error',
        message: 'The query failed.',
        stack: expect.stringContaining('log-lines.test'),
        code: '57P01',
        cause: {
          type: 'Error',
          message: 'connect to postgres://parley:***@db/shop failed',
          stack: expect.any(String),
          code: 'ECONNREFUSED',
        },
      });
    }
  });

  it('contains no key, token, password or connection under any name', () => {
    const { line, entry } = logWith((logger) =>
      logger.warn(
        {
          config: {
            auth: { kind: 'secret', secret: secrets[2] },
            databaseUrl: `postgresql://a:${password}@h/d`,
          },
          webhook: { id: 'w1', url: 'https://hooks.example/', secret: secrets[1] },
          note: `Bearer ${token} and ${secrets[1]}`,
          authorization: `Bearer ${token}`,
          socket: new Socket(),
          key: createSecretKey(Buffer.from(String(secrets[2]))),
          failures: [new Error(`postgres://a:${password}@h/d`)],
          count: 3,
        },
        'odd',
      ),
    );
    expectNoSecret(line);
    expect(entry).toMatchObject({
      config: { auth: { kind: 'secret', secret: '[redacted]' }, databaseUrl: 'postgresql://a:***@h/d' },
      webhook: { id: 'w1', url: 'https://hooks.example/', secret: '[redacted]' },
      note: 'Bearer [token] and [secret]',
      authorization: '[redacted]',
      socket: '[Socket]',
      count: 3,
    });
  });

  it('stops at an error that is its own cause', () => {
    const error = new Error('Round.');
    error.cause = error;
    expect(logWith((logger) => logger.error({ err: error })).entry.err).toMatchObject({ message: 'Round.' });
  });
});

describe('a connection that PostgreSQL ends', () => {
  const db = useTestDatabase();
  const lines: string[] = [];
  const logger = pino(logOptions('info'), { write: (line: string) => lines.push(line) });
  const other = useResource(
    async () => openDatabase({ url: db.url, ...logDatabase(logger) }),
    ({ close }) => close(),
  );

  it('is logged without the connection', async () => {
    const { rows } = await other.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await db.database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await waitUntil(() => lines.length > 0);
    expectNoSecret(lines[0] ?? '');
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ code: '57P01', severity: 'FATAL' });
  });

  it('is not logged while the pool closes', async () => {
    const closing = openDatabase({ url: db.url, onConnectionLost: (error) => lines.push(error.message) });
    lines.length = 0;
    const clients = await Promise.all([1, 2, 3].map(() => closing.pool.connect()));
    for (const client of clients) client.release();
    const closed = closing.close();
    closing.pool.emit('error', new Error('terminating connection'), {});
    await closed;
    expect(lines).toEqual([]);
  });
});
