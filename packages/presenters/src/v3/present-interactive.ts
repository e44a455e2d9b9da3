import type { components } from '@parley/contract/v3';
import type { InteractiveRecord, ReplyRecord } from '@parley/core';

type Schemas = components['schemas'];

export function presentInteractive(interactive: InteractiveRecord): Schemas['Interactive'] {
  const { body, header, footer, buttons, list, link } = interactive;
  return {
    body,
    header,
    footer,
    buttons: buttons?.map(presentReply) ?? null,
    list: list && presentList(list),
    link: link && { title: link.title, url: link.url },
  };
}

function presentList({
  button,
  sections,
}: NonNullable<InteractiveRecord['list']>): Schemas['InteractiveList'] {
  return {
    button,
    sections: sections.map(({ title, rows }) => ({
      title,
      rows: rows.map((row) => ({ id: row.id, title: row.title, description: row.description })),
    })),
  };
}

export function presentReply({ id, title }: ReplyRecord): Schemas['MessageReply'] {
  return { id, title };
}
