import { afterEach, describe, expect, it } from '@jest/globals';
import { adapterFor, type OutboundInteractive } from '../../src/index.js';
import { instagramChannel } from '../support/ingress-request.js';
import { linked, listed, question } from '../support/interactive.js';
import { outbound } from '../support/outbound-message.js';
import { type Provider, respondWithJson, startProvider } from '../support/provider-server.js';

const instagram = adapterFor('instagram');
const to = { handleType: 'instagram', value: '6547000000000001' } as const;

describe('an interactive message by Instagram', () => {
  let graph: Provider | undefined;
  afterEach(() => graph?.stop());

  it.each([
    [
      'buttons',
      question,
      {
        text: 'Delivery\n\nWhen shall we come?\n\nReply within a day',
        quick_replies: [
          { content_type: 'text', title: 'In the morning', payload: 'am' },
          { content_type: 'text', title: 'In the evening', payload: 'pm' },
        ],
      },
    ],
    [
      'a list, with the descriptions in the text',
      listed,
      {
        text: 'How shall we ship it?\n\nStandard: 3 days',
        quick_replies: [
          { content_type: 'text', title: 'Standard', payload: 'standard' },
          { content_type: 'text', title: 'Express', payload: 'express' },
          { content_type: 'text', title: 'Pick up', payload: 'shop' },
        ],
      },
    ],
    [
      'a link',
      linked,
      {
        attachment: {
          type: 'template',
          payload: {
            template_type: 'button',
            text: 'It is on its way.',
            buttons: [{ type: 'web_url', url: 'https://shop.example/orders/1042', title: 'Track it' }],
          },
        },
      },
    ],
  ])('has %s', async (_kind, interactive, message) => {
    graph = await startProvider(respondWithJson(200, { recipient_id: to.value, message_id: 'mid.OUT' }));
    const sent = outbound({ to, type: 'interactive', interactive });
    await instagram.send(sent, instagramChannel, { baseUrl: graph.url });
    expect(JSON.parse(graph.requests[0]?.body ?? '')).toEqual({ recipient: { id: to.value }, message });
  });

  const errorsOf = (interactive: OutboundInteractive) =>
    instagram.capabilities.findInteractiveErrors?.(interactive, 'instagram');

  it('rejects titles that Instagram would truncate, and texts that it would reject', () => {
    const rows = [{ id: 'a', title: 'x'.repeat(21), description: null }];
    const list = { button: 'Options', sections: [{ title: 'All', rows }] };
    expect(errorsOf({ ...listed, list })).toEqual([
      { path: 'list.sections.0.rows.0.title', message: 'String must contain at most 20 character(s)' },
    ]);
    const [button] = question.buttons ?? [];
    const buttons = [
      { id: 'a', title: '😀'.repeat(20) },
      { ...button, id: 'b', title: 'x'.repeat(21) },
    ];
    expect(errorsOf({ ...question, buttons })).toMatchObject([{ path: 'buttons.1.title' }]);
    expect(errorsOf({ ...question, body: 'x'.repeat(1_001) })).toMatchObject([{ path: 'body' }]);
    expect(errorsOf({ ...linked, body: 'x'.repeat(641) })).toMatchObject([{ path: 'body' }]);
    expect(errorsOf({ ...linked, body: 'x'.repeat(640) })).toEqual([]);
  });
});
