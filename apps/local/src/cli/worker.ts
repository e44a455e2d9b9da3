import { listWaitingWork, pauseWorkers, readPause, resumeWorkers } from '@parley/core/administration';
import { isLocked } from '@parley/database';
import { CommandError } from '../command-error.js';
import { chooseAction } from './choose-action.js';
import type { Command, CommandLine } from './command.js';
import { withTarget } from './open-target.js';
import { printTable } from './print-table.js';
import { refuseSurplus } from './read-options.js';

export const command: Command = {
  help: `Pauses and resumes the workers of an installation.

  npm run worker -- status
  npm run worker -- pause
  npm run worker -- resume

  status  shows whether the workers are paused, why, and which jobs are due
  pause   stops every worker from claiming jobs, within a few seconds; running jobs are finished
  resume  lets the workers claim jobs again

Workers pause by themselves when they find that the database was restored: in the restored database, messages and
deliveries that were sent after the backup are not sent yet, and workers would send them again. Look at the jobs that
are due before you resume.

Works on the database of the running local service, or on DATABASE_URL.`,
  options: {},
  run: chooseAction({ status, pause, resume }),
};

function status({ words, environment }: CommandLine): Promise<string> {
  refuseSurplus(words);
  return withTarget(environment, async (database) => {
    const found = await readPause(database);
    const state = found
      ? `Paused since ${found.since.toISOString()}: ${found.reason}.`
      : 'The workers are not paused.';
    const table = printTable(await listWaitingWork(database), {
      task: ({ task }) => task,
      'jobs due': ({ jobs }) => String(jobs),
      'due since': ({ dueSince }) => dueSince.toISOString(),
    });
    return table === '' ? `${state} No job is due.` : `${state}\n\n${table}`;
  });
}

function pause({ words, environment }: CommandLine): Promise<string> {
  refuseSurplus(words);
  return withTarget(environment, async (database) => {
    await pauseWorkers(database, 'an operator paused the workers');
    return 'Paused. Resume with: npm run worker -- resume';
  });
}

const recording =
  'A transaction that records events has not ended, such as the import of a workspace. Resume again when it has ended.';

function resume({ words, environment }: CommandLine): Promise<string> {
  refuseSurplus(words);
  return withTarget(environment, async (database) => {
    if (!(await readPause(database))) return 'The workers are not paused.';
    await resumeWorkers(database).catch((error) => {
      throw isLocked(error) ? new CommandError(recording) : error;
    });
    return 'Resumed. The workers claim jobs again within a few seconds.';
  });
}
