import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { parseConfig } from '../../../apps/api/src/config.js';
import { programs } from '../../image/list-files.js';

const folder = fileURLToPath(new URL('../../../deploy/systemd', import.meta.url));
const units = readdirSync(folder);
const read = (unit: string) => readFileSync(join(folder, unit), 'utf8');
const valueIn = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(read(unit))?.[1];

/** systemd itself checks the units where it is installed. */
const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the systemd units', () => {
  test.each(units)('%s starts a program of the release as a user without rights', (unit) => {
    const program = / apps\/local\/run\.cjs (\S+)$/.exec(valueIn(unit, 'ExecStart') ?? '')?.[1];
    expect(programs).toContain(program);
    expect([valueIn(unit, 'User'), valueIn(unit, 'NoNewPrivileges'), valueIn(unit, 'ProtectSystem')]).toEqual(
      ['parley', 'true', 'strict'],
    );
  });

  // V8 of Node 22 and later allocates memory protection keys, and a call that the filter lacks ends the process.
  test.each(units)('%s allows the system calls of a service and of V8', (unit) => {
    const filters = [...read(unit).matchAll(/^SystemCallFilter=(.*)$/gm)].map(([, filter]) => filter);
    expect(filters[0]).toBe('@system-service @pkey');
    expect(filters.slice(1).filter((filter) => !filter?.startsWith('~') || filter.includes('@pkey'))).toEqual(
      [],
    );
  });

  test('give the API longer to stop than its longest drain, and the worker longer than its jobs', () => {
    const longestDrainMs = 60_000;
    expect(() => parseConfig({ DRAIN_DELAY_MS: String(longestDrainMs + 1) })).toThrow('DRAIN_DELAY_MS');
    expect(Number(valueIn('parley-api.service', 'TimeoutStopSec'))).toBeGreaterThan(longestDrainMs / 1_000);
    expect(Number(valueIn('parley-worker@.service', 'TimeoutStopSec'))).toBeGreaterThan(30);
  });

  test('run the release of a link, and migrate from the folder of a release before the link is changed', () => {
    const folders = units.map((unit) => [unit, valueIn(unit, 'WorkingDirectory')]);
    expect(Object.fromEntries(folders)).toEqual({
      'parley-api.service': '/opt/parley/current',
      'parley-worker@.service': '/opt/parley/current',
      'parley-migrate@.service': '/opt/parley/releases/%i',
    });
    for (const unit of units) {
      expect(valueIn(unit, 'Documentation')).toContain(`file:${valueIn(unit, 'WorkingDirectory')}/docs/`);
    }
    const page = readFileSync(new URL('../../../docs/operations/containers.md', import.meta.url), 'utf8');
    const steps = ['systemctl start parley-migrate@', 'mv -T', 'systemctl restart parley-worker@1'];
    const places = steps.map((step) => page.lastIndexOf(step));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });

  test('let the workers note the position of the database in a folder that stays', () => {
    const unit = 'parley-worker@.service';
    expect(valueIn(unit, 'Environment')).toBe(`DATA_DIR=/var/lib/${valueIn(unit, 'StateDirectory')}`);
  });

  for (const unit of hasAnalyze ? units : []) {
    test(`${unit} is accepted by systemd-analyze`, () => {
      const { stderr } = spawnSync('systemd-analyze', ['verify', join(folder, unit)], { encoding: 'utf8' });
      const problems = stderr
        .split('\n')
        .filter((line) => line.includes(folder) || /Unknown|Failed to parse/.test(line));
      // Node may be installed elsewhere on this machine.
      expect(problems.filter((line) => !line.includes('is not executable'))).toEqual([]);
    });
  }

  for (const unit of hasAnalyze ? units.filter((one) => one !== 'parley-migrate@.service') : []) {
    test(`${unit} has a low exposure`, () => {
      const path = join(folder, unit);
      const text = execFileSync('systemd-analyze', ['security', '--offline=true', path], {
        encoding: 'utf8',
      });
      const [, level = '10'] = /Overall exposure level for .*: ([\d.]+)/.exec(text) ?? [];
      expect(Number(level)).toBeLessThan(2);
    });
  }
});
