import type { OutboundInteractive, OutboundList } from '../adapter/outbound-message.js';

/** Returns reply buttons, a list, or a button with a link. The limits of the contract are those of WhatsApp. */
export function interactiveContent(interactive: OutboundInteractive): object {
  const { header, body, footer } = interactive;
  return {
    type: 'interactive',
    interactive: {
      ...actionOf(interactive),
      ...(header === null ? {} : { header: { type: 'text', text: header } }),
      body: { text: body },
      ...(footer === null ? {} : { footer: { text: footer } }),
    },
  };
}

function actionOf({ buttons, list, link }: OutboundInteractive): object {
  if (list !== null) return { type: 'list', action: listOf(list) };
  if (link !== null) {
    const parameters = { display_text: link.title, url: link.url };
    return { type: 'cta_url', action: { name: 'cta_url', parameters } };
  }
  const replies = (buttons ?? []).map(({ id, title }) => ({ type: 'reply', reply: { id, title } }));
  return { type: 'button', action: { buttons: replies } };
}

function listOf({ button, sections }: OutboundList): object {
  return {
    button,
    sections: sections.map(({ title, rows }) => ({
      title,
      rows: rows.map((row) => ({
        id: row.id,
        title: row.title,
        ...(row.description === null ? {} : { description: row.description }),
      })),
    })),
  };
}
