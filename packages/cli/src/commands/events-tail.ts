import { describeEvent } from '../events/describe-event.js';
import { eventTypes, readEventTypes } from '../events/event-types.js';
import { followEvents } from '../events/follow-events.js';
import { defineCommand, explain } from '../frame/define-command.js';
import { printable } from '../output/printable.js';
import { openSession } from '../session/open-session.js';

export const eventsTail = defineCommand({
  name: 'events tail',
  summary: 'Prints events as they happen, until you press Ctrl-C.',
  details: 'With --json, each line is one event, exactly as a webhook receives it.',
  options: {
    events: {
      type: 'string',
      multiple: true,
      value: '<types>',
      summary: 'types of events, separated by commas (all)',
      choices: eventTypes,
    },
    limit: { type: 'string', value: '<number>', summary: 'ends after so many events' },
  },
  examples: [
    { does: 'prints all events', command: 'npx parley events tail' },
    {
      does: 'passes the texts that contacts send to jq',
      command: "npx parley events tail --events message.received --json | jq -r '.data.text'",
    },
  ],
  async run({ values, url, output, env, streams, untilInterrupted }) {
    const limit = readLimit(values.limit);
    const types = readEventTypes(values.events);
    const session = await openSession({ url, env, streams });
    return untilInterrupted(async (signal) => {
      const onTrouble = (error: Error) =>
        output.note(({ yellow }) => yellow(`${printable(error.message)}\nTrying again.\n`));
      const { events } = await followEvents(session, { types, signal, onTrouble });
      output.note(({ dim }) => dim('Waiting for events. Ctrl-C ends.\n'));
      let count = 0;
      for await (const { event } of events) {
        output.item(event, (style) => `${describeEvent(event, style)}\n`);
        count += 1;
        if (count === limit) break;
      }
      return 0;
    });
  },
});

function readLimit(limit: string | undefined): number | undefined {
  if (limit === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw explain('events tail', '--limit must be a number from 1 on.');
  return Number(limit);
}
