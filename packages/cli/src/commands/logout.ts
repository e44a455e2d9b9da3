import { defineCommand } from '../frame/define-command.js';
import { readCredentials, writeCredentials } from '../session/credentials.js';
import { defaultUrl, normalizeUrl } from '../session/open-session.js';

export const logout = defineCommand({
  name: 'logout',
  summary: 'Forgets the token of a URL.',
  details: 'The token itself stays valid. To end it, revoke its API key.',
  options: {},
  examples: [
    { does: 'forgets the token of the last login', command: 'npx parley logout' },
    { does: 'forgets the token of one URL', command: 'npx parley logout --url https://api.example.com' },
  ],
  async run({ url, output, env }) {
    const { url: last, tokens } = await readCredentials(env);
    const root = normalizeUrl(url ?? (env.PARLEY_URL || (last ?? defaultUrl)));
    const { [root]: token, ...others } = tokens;
    if (token !== undefined)
      await writeCredentials(env, { url: last === root ? undefined : last, tokens: others });
    output.result({ url: root, wasLoggedIn: token !== undefined }, () =>
      token === undefined ? `There was no token for ${root}.\n` : `Forgot the token for ${root}.\n`,
    );
    return 0;
  },
});
