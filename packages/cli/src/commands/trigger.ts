import { CommandError } from '../command-error.js';
import { defineCommand, explain } from '../frame/define-command.js';
import { openSession } from '../session/open-session.js';
import { findSandboxChannel } from '../trigger/find-sandbox-channel.js';
import { triggers } from '../trigger/triggers.js';

export const trigger = defineCommand({
  name: 'trigger',
  summary: 'Makes a real event happen, with a channel of the sandbox.',
  details: `A message arrives from a contact of the sandbox, and the rest is done to that contact and its chat. The event is then in the
feed and goes to your webhooks, as any other.

Events: ${Object.keys(triggers).join(', ')}.`,
  usage: '<event>',
  options: {
    text: { type: 'string', value: '<text>', summary: 'text of the message' },
    from: { type: 'string', value: '<address>', summary: 'address of the contact (one of the sandbox)' },
    name: { type: 'string', value: '<name>', summary: 'name of the contact' },
    channel: { type: 'string', value: '<id>', summary: 'channel of the sandbox (the first one)' },
  },
  examples: [
    {
      does: 'receives a message',
      command: 'npx parley trigger message.received --text "Where is my order?"',
    },
    { does: 'closes the chat of the contact', command: 'npx parley trigger chat.updated' },
  ],
  complete: (typed) => (typed.length === 1 ? Object.keys(triggers).map((word) => ({ word })) : []),
  async run({ values, words, url, output, env, streams }) {
    const [type = '', ...more] = words;
    const run = Object.entries(triggers).find(([name]) => name === type)?.[1];
    if (!run || more.length > 0)
      throw explain('trigger', `Name one of these events: ${Object.keys(triggers).join(', ')}.`);
    const session = await openSession({ url, env, streams });
    const channel = await findSandboxChannel(session.client, values.channel);
    if (!channel)
      throw new CommandError(
        'The workspace has no channel of the sandbox. Create one, or name it with --channel.',
        1,
      );
    const made = await run({ ...values, session, channel });
    output.result({ event: type, ...made }, ({ bold, dim }) => {
      const ids = Object.entries(made).map(([name, id]) => `${name} ${id}`);
      return `Triggered ${bold(type)}. ${dim(ids.join(', '))}\n`;
    });
    return 0;
  },
});
