import { describe, expect, it } from '@jest/globals';
import { whatsappChannel } from '../support/ingress-request.js';
import { outbound } from '../support/outbound-message.js';
import { envelope, useGraph, whatsapp } from './use-graph.js';

const { sentBody } = useGraph();

describe('sending a template by WhatsApp', () => {
  const template = { name: 'order_update', language: 'en_US', placeholders: [], variables: {} };
  const sent = (changes: object) =>
    sentBody(outbound({ type: 'template', text: 'rendered', template: { ...template, ...changes } }));

  it('sends no components if the template has no placeholders', async () => {
    expect(await sent({ variables: { unused: 'x' } })).toEqual({
      ...envelope,
      type: 'template',
      template: { name: 'order_update', language: { code: 'en_US' } },
    });
  });

  it('fills numbered placeholders in the order of their numbers', async () => {
    const placeholders = ['2', '1', '10'];
    expect(await sent({ placeholders, variables: { 1: 'Ann', 2: 'A-7', 10: 'ten' } })).toMatchObject({
      template: {
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'Ann' },
              { type: 'text', text: 'A-7' },
              { type: 'text', text: 'ten' },
            ],
          },
        ],
      },
    });
  });

  it('names named placeholders', async () => {
    expect(await sent({ placeholders: ['first_name'], variables: { first_name: 'Ann' } })).toMatchObject({
      template: {
        components: [
          { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ann' }] },
        ],
      },
    });
  });

  it('numbers names that Meta does not know, in the order of the text', async () => {
    const variables = { 'contact.name': 'Ann', order: 'A-7' };
    expect(await sent({ placeholders: ['order', 'contact.name'], variables })).toMatchObject({
      template: {
        components: [
          {
            type: 'body',
            parameters: [
              { type: 'text', text: 'A-7' },
              { type: 'text', text: 'Ann' },
            ],
          },
        ],
      },
    });
  });

  it('fills header, link button and quick reply separately from the body', async () => {
    const parts = {
      header: { type: 'text', placeholders: ['1'] },
      placeholders: ['1'],
      buttons: [
        { type: 'quick_reply', payload: 'stop' },
        { type: 'url', placeholders: ['1'] },
      ],
      variables: { 1: 'Ann', 'header.1': 'A-7', 'button.1.1': 'a7' },
    };
    expect(await sent(parts)).toMatchObject({
      template: {
        components: [
          { type: 'header', parameters: [{ type: 'text', text: 'A-7' }] },
          { type: 'body', parameters: [{ type: 'text', text: 'Ann' }] },
          {
            type: 'button',
            sub_type: 'quick_reply',
            index: '0',
            parameters: [{ type: 'payload', payload: 'stop' }],
          },
          { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'a7' }] },
        ],
      },
    });
  });

  it('puts media into the header by link', async () => {
    const header = { type: 'document', url: 'https://shop.example/a.pdf', name: 'a.pdf' };
    expect(await sent({ header })).toMatchObject({
      template: {
        components: [
          {
            type: 'header',
            parameters: [{ type: 'document', document: { link: header.url, filename: 'a.pdf' } }],
          },
        ],
      },
    });
  });

  it('a header whose file is missing is reported before anything is sent', async () => {
    const message = outbound({ template: { ...template, header: { type: 'image', url: null } } });
    await expect(whatsapp.send(message, whatsappChannel)).rejects.toMatchObject({
      code: 'header_without_file',
      retryable: false,
    });
  });

  it.each(['pt-BR', 'pt_BR'])('writes the language %s as the Graph API does', async (language) => {
    expect(await sent({ language })).toMatchObject({ template: { language: { code: 'pt_BR' } } });
  });

  it.each([{}, { constructor_: 'x' }])(
    'a missing value is reported before anything is sent (%p)',
    async (variables) => {
      const message = outbound({ template: { ...template, placeholders: ['constructor'], variables } });
      await expect(whatsapp.send(message, whatsappChannel)).rejects.toMatchObject({
        code: 'missing_variable',
        retryable: false,
        message: 'The template needs a value for {{constructor}}.',
      });
    },
  );
});
