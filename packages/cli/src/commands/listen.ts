import type { Event } from '@parley/client';
import { eventTypes, readEventTypes } from '../events/event-types.js';
import { type FollowedEvents, followEvents } from '../events/follow-events.js';
import type { Input, Surroundings } from '../frame/command.js';
import { defineCommand, explain } from '../frame/define-command.js';
import { deliver } from '../listen/deliver.js';
import { type ListenerFiles, openListenerFiles } from '../listen/listener-files.js';
import { withLock } from '../listen/lock.js';
import { type Receiver, readPaths } from '../listen/receiver.js';
import { createReporter, type Reporter } from '../listen/reporter.js';
import { openSession } from '../session/open-session.js';

const options = {
  'forward-to': { type: 'string', value: '<url>', summary: 'your receiver (required)' },
  events: {
    type: 'string',
    multiple: true,
    value: '<types>',
    summary: 'types of events to forward, separated by commas (all)',
    choices: eventTypes,
  },
  map: {
    type: 'string',
    multiple: true,
    value: '<type=/path>',
    summary: 'another path for one type of event',
  },
  'from-now': {
    type: 'boolean',
    summary: 'forgets where the last run ended, and begins with the next event',
  },
  'max-attempts': {
    type: 'string',
    value: '<number>',
    summary: 'how often to post an event that the receiver refuses (10, which takes about two minutes)',
  },
  'print-secret': { type: 'boolean', summary: 'prints the secret of the signatures, and ends' },
} as const;

export const listen = defineCommand({
  name: 'listen',
  summary: 'Forwards events to a receiver on your machine, signed as the service signs them.',
  details: `The command reads the stream of events and posts them itself, so it needs no tunnel and no open port. The secret of the signatures
is printed when it is created, and kept in a file that only you can read; --print-secret prints it again.

The receiver acknowledges an event with a 2xx status. Then the position is stored, so that the next run continues with
the next event, also after a crash. An event that is not acknowledged is posted again, after 0.5 seconds, 1, 2 and so on up to
30, and the following events wait, in order. After --max-attempts the command ends with the exit code 1; the next run begins
with this event. An event can arrive twice if the command is killed between the response and the storing, so drop the
webhook-id that you have seen, as with a webhook.`,
  options,
  examples: [
    { does: 'forwards all events', command: 'npx parley listen --forward-to http://localhost:4000/hook' },
    {
      does: 'forwards two types, each to its own path',
      command:
        'npx parley listen --forward-to http://localhost:4000 --events message.received,chat.updated --map message.received=/messages --map chat.updated=/chats',
    },
    {
      does: 'passes the secret to the receiver',
      command: 'PARLEY_WEBHOOK_SECRET=$(npx parley listen --print-secret) node receive.mjs',
    },
  ],
  async run({ values, url, output, env, streams, untilInterrupted, pause }: Input<typeof options>) {
    const forwardTo = values['print-secret'] ? '' : readTarget(values['forward-to']).href;
    const paths = readPaths(values.map);
    const maxAttempts = readAttempts(values['max-attempts'] ?? '10');
    const types = readEventTypes(values.events);
    const session = await openSession({ url, env, streams });
    const { id: workspaceId, name } = await session.client.GET('/workspace');
    const files = openListenerFiles({ env, url: session.url, workspaceId, forwardTo });
    const { secret, isNew } = await files.openSecret();
    if (values['print-secret']) {
      output.result({ secret }, () => `${secret}\n`);
      return 0;
    }
    const report = createReporter(output);
    const receiver = { forwardTo: new URL(forwardTo), paths, secret };
    // The signals are handled before the first line is printed, so that a script can wait for it.
    return untilInterrupted((signal) =>
      withLock(files.lockPath, async () => {
        const from = values['from-now'] ? undefined : await files.readPosition();
        const follow = { from, types, signal, onTrouble: report.trouble };
        const { start, events } = await followEvents(session, follow);
        // From now on nothing is lost, even if the command is killed before the first event.
        if (start !== undefined) await files.writePosition(start);
        const isResumed = from !== undefined;
        report.ready({ workspace: name, forwardTo, secret: isNew ? secret : undefined, isResumed });
        return forwardAll(events, { files, receiver, maxAttempts, report, signal, pause });
      }),
    );
  },
});

interface Forwarding extends Pick<Surroundings, 'pause'> {
  readonly files: ListenerFiles;
  readonly receiver: Receiver;
  readonly maxAttempts: number;
  readonly report: Reporter;
  readonly signal: AbortSignal;
}

/** Forwards one event after another, and stores the position after each. Returns the exit code. */
async function forwardAll(
  events: FollowedEvents['events'],
  { files, receiver, maxAttempts, report, signal, pause }: Forwarding,
): Promise<number> {
  for await (const { event, cursor } of events) {
    const onFailure = report.failure(event);
    const answer = await deliver(event, { receiver, maxAttempts, signal, pause, onFailure });
    if (!answer) return signal.aborted ? 0 : giveUp(event, maxAttempts, report);
    await files.writePosition(cursor);
    report.acknowledged(event, answer);
  }
  return 0;
}

function giveUp(event: Event, maxAttempts: number, report: Reporter): number {
  report.stopped(event, maxAttempts);
  return 1;
}

function readTarget(target: string | undefined): URL {
  if (target === undefined) throw explain('listen', 'Name your receiver with --forward-to.');
  if (!/^https?:\/\//.test(target) || !URL.canParse(target))
    throw explain('listen', '--forward-to must be a URL, such as http://localhost:4000/hook.');
  return new URL(target);
}

function readAttempts(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw explain('listen', '--max-attempts must be a number from 1 on.');
  return Number(text);
}
