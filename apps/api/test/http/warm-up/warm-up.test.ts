import { describe, expect, it, jest } from '@jest/globals';
import { openDatabase } from '@parley/database';
import { testEncryptionKeys, testKeys, testSecret } from '@parley/testkit';
import { useTestDatabase } from '@parley/testkit/hooks';
import { pino } from 'pino';
import { parseConfig } from '../../../src/config.js';
import { startWarmUp } from '../../../src/http/warm-up/warm-up.js';
import { type ApiOptions, startApi } from '../../../src/start-api.js';

jest.setTimeout(60_000);

const options = { pauseMs: 0, onFailed: () => undefined };

/** A promise with the function that resolves it. */
function createSignal(): { readonly given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

describe('a warm-up', () => {
  it('runs its steps in order, one at a time, and continues after one that fails', async () => {
    const log: string[] = [];
    const end = createSignal();
    const step = (name: string, work: () => unknown) => ({ name, run: work });
    startWarmUp(
      [
        step('slow', async () => {
          log.push('slow begins');
          await new Promise(setImmediate);
          log.push('slow ends');
        }),
        step('broken', () => Promise.reject(new Error('on purpose'))),
        step('last', () => log.push('last')),
      ],
      { ...options, onFailed: (name, error) => log.push(`${name}: ${error}`), onEnd: end.give },
    );
    await end.given;
    expect(log).toEqual(['slow begins', 'slow ends', 'broken: Error: on purpose', 'last']);
  });

  it('that is stopped ends the step that runs, and starts no other', async () => {
    const log: string[] = [];
    const begun = createSignal();
    const mayEnd = createSignal();
    const first = {
      name: 'first',
      async run() {
        begun.give();
        await mayEnd.given;
        log.push('first ended');
      },
    };
    const stop = startWarmUp([first, { name: 'second', run: () => log.push('second') }], options);
    await begun.given;
    const stopped = stop();
    mayEnd.give();
    await stopped;
    await new Promise(setImmediate);
    expect(log).toEqual(['first ended']);
  });
});

describe('a warm-up while the database is unavailable', () => {
  it('reports one failed step, and runs no other', async () => {
    const database = openDatabase({ url: 'postgresql://parley@127.0.0.1:1/parley', keys: testKeys });
    const log: string[] = [];
    const failed = createSignal();
    const connect = () => database.pool.query('select 1');
    const second = { name: 'second', run: () => log.push('second') };
    startWarmUp([{ name: 'first', run: connect }, second], {
      ...options,
      onFailed(name) {
        log.push(name);
        failed.give();
      },
      onEnd: () => log.push('end'),
    });
    await failed.given;
    // The second step would run before another connection is refused, because the pause is shorter.
    await expect(connect()).rejects.toThrow('ECONNREFUSED');
    await expect(connect()).rejects.toThrow('ECONNREFUSED');
    expect(log).toEqual(['first']);
    await database.close();
  });
});

describe('the API after its start', () => {
  const target = useTestDatabase();

  it('prepares every operation without a failure, and writes nothing of a tenant', async () => {
    const database = openDatabase({ url: target.url, keys: testKeys });
    const lines: { msg: string; name?: string; err?: unknown }[] = [];
    const end = createSignal();
    const logger = pino(
      { level: 'debug' },
      {
        write(line: string) {
          const entry = JSON.parse(line);
          lines.push(entry);
          if (entry.msg === 'the first requests were prepared') end.give();
        },
      },
    );
    const config = parseConfig({
      DATABASE_URL: target.url,
      ENCRYPTION_KEYS: testEncryptionKeys,
      JWT_SECRET: testSecret,
      HOST: '127.0.0.1',
      PORT: '0',
      DRAIN_DELAY_MS: '0',
    });
    const before = await countRows();
    const apiOptions: ApiOptions = { config, database, logger, now: () => new Date() };
    const api = await startApi(apiOptions);
    await end.given;
    await api.stop();
    await database.close();
    expect(lines.filter(({ msg }) => msg === 'the first requests were not prepared')).toEqual([]);
    expect(await countRows()).toEqual(before);
  });

  /**
   * The rows that were inserted, updated and deleted in each table, also by transactions that were rolled back. A key that
   * signs the URLs of files belongs to the service, and any first read creates it.
   */
  async function countRows(): Promise<unknown[]> {
    await target.database.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await target.database.pool.query(
      `select relname, n_tup_ins, n_tup_upd, n_tup_del from pg_stat_user_tables
       where n_tup_ins + n_tup_upd + n_tup_del > 0 and relname <> 'file_url_keys' order by 1`,
    );
    return rows;
  }
});
