import { runNpm } from '../service/run-program.js';
import type { Scenario } from '../service/scenario.js';

/** A partner's whole use of v3, by the commands of an operator, which run as the restricted role too. */
export const scenario: Scenario = {
  name: 'story',
  async run({ env, processes, receiver }) {
    const [api] = processes.list('api');
    if (api === undefined) throw new Error('No API process is running.');
    const call = async (script: string, ...args: string[]) => {
      const { exitCode, output, stdout } = await runNpm(script, args, env);
      if (exitCode !== 0) throw new Error(`npm run ${script} failed: ${output}`);
      return stdout;
    };
    await call('tenant', 'create', 'story', '--plan', 'ultra');
    const token = await call('token', '--tenant', 'story', '--scope', '*');
    const told = await call('story', '--url', api.url, '--token', token, '--webhook-url', receiver.url);
    const [, requests, seconds] = /in (\d+) requests and ([\d.]+) s/.exec(told) ?? [];
    return [
      { name: 'requests', measured: Number(requests) },
      { name: 'the whole story', measured: Number(seconds), unit: 's', atMost: 30 },
    ];
  },
};
