import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { programs } from '../../image/list-files.js';

const read = (page: string) =>
  readFileSync(new URL(`../../../docs/operations/${page}`, import.meta.url), 'utf8');

describe('the page about containers', () => {
  const page = read('containers.md');

  test('names every command of the image', () => {
    const commands = programs.filter((name) => name.startsWith('cli/'));
    expect(commands.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  test.each(['Compose', 'Kubernetes', 'systemd'])('has the form of a command for %s', (deployment) => {
    const [, rows = ''] = /^## Commands\n(.*?)^## /ms.exec(page) ?? [];
    const [, form = ''] = new RegExp(`^\\| ${deployment} \\| (.*) \\|$`, 'm').exec(rows) ?? [];
    expect(form).toMatch(/cli\/worker status/);
  });

  test.each([
    ['backup-and-restore.md', 'containers.md#commands'],
    ['incidents/workers-are-paused.md', '../containers.md#commands'],
    ['postgresql.md', 'containers.md#commands'],
  ])('is linked from %s, whose commands an operator needs in an emergency', (name, link) => {
    expect(read(name)).toContain(`](${link})`);
  });
});
