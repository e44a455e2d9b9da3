import { CommandError } from '../command-error.js';
import { defineCommand } from '../frame/define-command.js';
import { credentialsPath, readCredentials, writeCredentials } from '../session/credentials.js';
import { createSession, defaultUrl, normalizeUrl } from '../session/open-session.js';
import { readToken } from '../session/read-token.js';

export const login = defineCommand({
  name: 'login',
  summary: 'Keeps a token for the next commands, after the service has accepted it.',
  details: `Without --token, the command asks for the token, or reads it from a pipe. The token is kept in
$XDG_CONFIG_HOME/parley (~/.config/parley), in a file that only you can read, one for each URL.
PARLEY_TOKEN and PARLEY_URL win over what is kept, so that a job in CI needs no login.`,
  options: {
    token: { type: 'string', value: '<token>', summary: 'the token; other users of the machine can see it' },
  },
  examples: [
    { does: 'asks for the token of a local service', command: 'npx parley login' },
    {
      does: 'reads it from a file',
      command: 'npx parley login --url https://api.example.com < token.txt',
    },
  ],
  async run({ values, url, output, env, streams }) {
    const kept = await readCredentials(env);
    const root = normalizeUrl(url ?? (env.PARLEY_URL || (kept.url ?? defaultUrl)));
    const token = values.token?.trim() || (await readToken(streams.stdin, streams.stderr));
    if (!/^[\x21-\x7e]+$/.test(token)) throw new CommandError('There is no token. Nothing was changed.');
    const { name, id, plan } = await createSession(root, token, streams).client.GET('/workspace');
    await writeCredentials(env, { url: root, tokens: { ...kept.tokens, [root]: token } });
    const path = credentialsPath(env);
    output.result(
      { url: root, workspace: { id, name, plan }, path },
      ({ bold, dim }) => `Logged in to ${bold(name)} at ${root}. ${dim(`The token is kept in ${path}.`)}\n`,
    );
    if (env.PARLEY_TOKEN) output.note(({ yellow }) => yellow('PARLEY_TOKEN is set and still wins.\n'));
    return 0;
  },
});
