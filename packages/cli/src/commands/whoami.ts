import { defineCommand } from '../frame/define-command.js';
import { renderTable } from '../output/render-table.js';
import { openSession } from '../session/open-session.js';

export const whoami = defineCommand({
  name: 'whoami',
  summary: 'Shows the workspace of the token, its plan and its limits.',
  options: {},
  examples: [
    { does: 'shows the workspace', command: 'npx parley whoami' },
    { does: 'prints it for a program', command: 'npx parley whoami --json' },
  ],
  async run({ url: option, output, env, streams }) {
    const { client, url } = await openSession({ url: option, env, streams });
    const workspace = await client.GET('/workspace');
    const { id, name, plan, features, limits, usage } = workspace;
    output.result({ url, workspace }, (style) =>
      renderTable(
        ['Workspace', name],
        [
          ['Id', id],
          ['URL', url],
          ['Plan', plan],
          ['Features', features.join(', ') || 'none'],
          ['Requests', `${usage.requestsThisMinute} of ${limits.requestsPerMinute} this minute`],
          ['Webhooks', `${usage.webhooks} of ${limits.webhooks}`],
        ],
        style,
      ),
    );
    return 0;
  },
});
