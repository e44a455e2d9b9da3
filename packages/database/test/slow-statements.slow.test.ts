import { describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { useConnections, useTestDatabase } from '../../testkit/src/hooks/index.js';
import { logDatabase, observeDatabase, runInTransaction, statement } from '../src/index.js';

const target = useTestDatabase();
const lines: [fields: object, message: string][] = [];
const logger = { warn: (fields: object, message: string) => void lines.push([fields, message]) };
/** With a threshold that a quick statement does not reach on a busy machine. */
const patient = useConnections(target, { slowStatementMs: 1_000, ...logDatabase(logger) });

const longNap = statement('take-a-long-nap', 'select pg_sleep(1.1)::text');

/** A busy machine can make other statements slow too. */
function reported(name: string): unknown[] {
  return lines.filter(([fields]) => Reflect.get(fields, 'statement') === name);
}

const line = (name: string) => [{ statement: name, durationMs: expect.any(Number) }, 'slow statement'];

describe('a slow statement is logged once, with its name and duration and without its values', () => {
  test('and the statements that were sent behind it on its connection are not', async () => {
    lines.length = 0;
    const quick = statement('wait-in-line', 'select 1');
    await runInTransaction(patient, async ({ sql, send }) => {
      send(longNap, []);
      await Promise.all([sql(quick, []), sql(quick, [])]);
    });
    expect(reported('take-a-long-nap')).toEqual([line('take-a-long-nap')]);
    expect(reported('wait-in-line')).toEqual([]);
    expect(patient.slowStatements.counts().get('take-a-long-nap')).toBe(1);
    expect(patient.slowStatements.counts().has('wait-in-line')).toBe(false);
  });

  test('and counted in the metrics, where quick ones are not', async () => {
    const registry = new Registry();
    observeDatabase(registry, patient);
    await patient.sql(longNap, []);
    await patient.pool.query('select 1');
    const text = await registry.metrics();
    expect(text).toMatch(/^parley_slow_statements_total\{statement="take-a-long-nap"\} [1-9]/m);
    expect(text).toMatch(/^parley_database_connections_max\{pool="searches"\} 5$/m);
    expect(text).not.toContain('statement="select"');
  });
});
