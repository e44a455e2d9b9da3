import type { Snippet } from './snippet.js';

/** Types whose events the first snippet uses by their id only. */
const otherTypes = [
  'automation.run_failed',
  'campaign.completed',
  'campaign.failed',
  'channel.failing',
  'chat.created',
  'chat.deleted',
  'chat.note_added',
  'contact.created',
  'contact.deleted',
  'contact.merged',
];

export const events: readonly Snippet[] = [
  {
    name: 'the type of an event, and the fields of that event',
    code: `export function receive(event: WebhookEvent) {
  if (event.event === 'message.received') return event.data.contact.email;
  return event.id;
}`,
    expected: [
      'eventFields v2 * event',
      'eventFields v2 * id',
      'eventFields v3 * event',
      'eventFields v3 automation.webhook_called id',
      ...otherTypes.map((type) => `eventFields v3 ${type} id`),
      'eventFields v3 chat.updated id',
      'eventFields v3 contact.updated id',
      'eventFields v3 message.received data',
      'eventFields v3 message.received data.contact',
      'eventFields v3 message.received data.contact.email',
      'eventFields v3 message.sent id',
      'eventFields v3 message.updated id',
      'eventFields v3 message_template.updated id',
      'eventTypes v3 message.received',
    ],
  },
  {
    name: 'an event of one type, and its data in a function',
    code: `export const receive = ({ data }: EventOf<'chat.updated'>) => show(data);
function show(one: api.Chat) { return one.status === 'open'; }`,
    expected: [
      'enumValues v3 chat.updated data.status=open',
      'eventFields v3 chat.updated data',
      'eventFields v3 chat.updated data.status',
      'schemas v3 Chat',
    ],
  },
  {
    name: 'a whole event',
    code: `export const store = (event: EventOf<'chat.updated'>) => JSON.stringify(event);`,
    expected: ['eventFields v3 chat.updated *'],
  },
];
