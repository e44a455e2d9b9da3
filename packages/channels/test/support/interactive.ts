import type { OutboundInteractive } from '../../src/index.js';

const plain = { header: null, footer: null, buttons: null, list: null, link: null };

export const question: OutboundInteractive = {
  ...plain,
  header: 'Delivery',
  body: 'When shall we come?',
  footer: 'Reply within a day',
  buttons: [
    { id: 'am', title: 'In the morning' },
    { id: 'pm', title: 'In the evening' },
  ],
};

export const listed: OutboundInteractive = {
  ...plain,
  body: 'How shall we ship it?',
  list: {
    button: 'Options',
    sections: [
      {
        title: 'To your door',
        rows: [
          { id: 'standard', title: 'Standard', description: '3 days' },
          { id: 'express', title: 'Express', description: null },
        ],
      },
      { title: 'Elsewhere', rows: [{ id: 'shop', title: 'Pick up', description: null }] },
    ],
  },
};

export const linked: OutboundInteractive = {
  ...plain,
  body: 'It is on its way.',
  link: { title: 'Track it', url: 'https://shop.example/orders/1042' },
};
