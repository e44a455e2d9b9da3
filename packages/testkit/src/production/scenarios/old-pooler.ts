import { findPackagedPgBouncer } from '../debian/find-pgbouncer.js';
import { runBundle } from '../service/run-program.js';
import type { Scenario } from '../service/scenario.js';

const advice = /does not keep prepared statements: use PgBouncer 1\.21 or newer/;

/**
 * A pooler that does not keep prepared statements: the packaged one where it is older than 1.21, else a newer one with the
 * setting of an older one. Processes must refuse it at their start, in one line.
 */
export const scenario: Scenario = {
  name: 'old-pooler',
  async run({ env, folder, startPooler }) {
    const pgBouncer = await findPackagedPgBouncer();
    const pooler = await startPooler({ name: 'old-pgbouncer', pgBouncer, keepsStatements: false });
    const wrong: string[] = [];
    try {
      for (const kind of ['api', 'worker']) {
        const settings = { ...env, DATABASE_URL: pooler.url, PORT: '0', DATA_DIR: `${folder}/old-pooler` };
        const { exitCode, output } = await runBundle(`processes/${kind}.js`, settings);
        const isRefused = exitCode === 1 && advice.test(output) && !output.includes('\n');
        if (!isRefused) wrong.push(`${kind} ended with ${exitCode}: ${output}`);
      }
    } finally {
      await pooler.stop();
    }
    for (const line of wrong) console.log(`  ${line}`);
    return [
      {
        name: `processes that do not refuse PgBouncer ${pgBouncer.version} in one line`,
        measured: wrong.length,
        atMost: 0,
      },
    ];
  },
};
