import { ParleyError } from '@parley/client';
import { CommandError, UsageError } from '../command-error.js';
import { openClient } from '../story/open-client.js';
import { runWholeStory } from '../story/run-whole-story.js';
import type { Command } from './command.js';
import { refuseSurplus, requireOption } from './read-options.js';

export const command: Command = {
  help: `Uses v3 over HTTP as a partner would. Creates a channel, label, contact, team, file, template,
automation, webhook, chat, note, message, segment and campaign, then reads all of them back. It does not delete what it has
created.

  npm run story -- --token "$(npm run -s token -- --tenant demo --scope '*')"
  npm run story -- --url https://parley.example --token <token> [--webhook-url https://partner.example/hook]

  --url          URL of the service; the default is http://localhost:3000
  --token        an access token with every scope, of a tenant whose plan has automations, campaigns and webhooks
  --webhook-url  URL that receives the events; the default is https://partner.example/webhooks/parley
  --timeout      seconds to wait for the worker; the default is 30

A worker must be running, as with npm start.`,
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    token: { type: 'string' },
    'webhook-url': { type: 'string', default: 'https://partner.example/webhooks/parley' },
    timeout: { type: 'string', default: '30' },
  },
  async run(line) {
    refuseSurplus(line.words);
    const url = requireOption(line, 'url').replace(/(?<!\/)\/+$/, '');
    if (!URL.canParse(url))
      throw new UsageError(`--url must be an address such as http://localhost:3000, not "${url}".`);
    const client = openClient({ url, token: requireOption(line, 'token') });
    const beganAt = performance.now();
    const running = runWholeStory({
      parley: client.parley,
      streamEnds: client.streamEnds,
      write: client.write,
      tell: (what, text) => line.print(`${what.padEnd(12)}${text}`),
      mark: Date.now().toString(36),
      webhookUrl: requireOption(line, 'webhook-url'),
      timeoutMs: readSeconds(requireOption(line, 'timeout')) * 1_000,
    });
    await running.catch(rethrowRefusal);
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
    return `\nThe whole story in ${client.requestCount} requests and ${seconds} s.`;
  },
};

/** An error of the service is reported to the user of this command; it is not a bug in the command. */
function rethrowRefusal(error: unknown): never {
  throw error instanceof ParleyError ? new CommandError(error.message) : error;
}

function readSeconds(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text))
    throw new UsageError('--timeout must be a whole number of seconds above 0.');
  return Number(text);
}
