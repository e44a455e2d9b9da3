import { describe, expect, it } from '@jest/globals';
import { linked, listed, question } from '../support/interactive.js';
import { outbound } from '../support/outbound-message.js';
import { envelope, useGraph, whatsapp } from './use-graph.js';

const { sentBody } = useGraph();

describe('an interactive message by WhatsApp', () => {
  it('has reply buttons, with header and footer', async () => {
    expect(await sentBody(outbound({ type: 'interactive', interactive: question }))).toEqual({
      ...envelope,
      type: 'interactive',
      interactive: {
        type: 'button',
        header: { type: 'text', text: 'Delivery' },
        body: { text: 'When shall we come?' },
        footer: { text: 'Reply within a day' },
        action: {
          buttons: [
            { type: 'reply', reply: { id: 'am', title: 'In the morning' } },
            { type: 'reply', reply: { id: 'pm', title: 'In the evening' } },
          ],
        },
      },
    });
  });

  it('has a list', async () => {
    expect(await sentBody(outbound({ type: 'interactive', interactive: listed }))).toEqual({
      ...envelope,
      type: 'interactive',
      interactive: {
        type: 'list',
        body: { text: 'How shall we ship it?' },
        action: {
          button: 'Options',
          sections: [
            {
              title: 'To your door',
              rows: [
                { id: 'standard', title: 'Standard', description: '3 days' },
                { id: 'express', title: 'Express' },
              ],
            },
            { title: 'Elsewhere', rows: [{ id: 'shop', title: 'Pick up' }] },
          ],
        },
      },
    });
  });

  it('has a link', async () => {
    expect(await sentBody(outbound({ type: 'interactive', interactive: linked }))).toEqual({
      ...envelope,
      type: 'interactive',
      interactive: {
        type: 'cta_url',
        body: { text: 'It is on its way.' },
        action: {
          name: 'cta_url',
          parameters: { display_text: 'Track it', url: 'https://shop.example/orders/1042' },
        },
      },
    });
  });

  it('has no limits beyond those of the contract', () => {
    expect(whatsapp.capabilities.findInteractiveErrors?.(listed, 'whatsapp')).toEqual([]);
  });
});
