import type { NewInteractive, NewRow } from './interactive.js';

/** Returns the interactive message with each of its texts replaced by what `change` returns. Ids stay as they are. */
export function mapTexts(
  { body, header, footer, buttons, list, link }: NewInteractive,
  change: (text: string, path: string) => string,
): NewInteractive {
  return {
    body: change(body, 'body'),
    ...(header !== undefined && { header: change(header, 'header') }),
    ...(footer !== undefined && { footer: change(footer, 'footer') }),
    ...(buttons && {
      buttons: buttons.map(({ id, title }, index) => ({
        id,
        title: change(title, `buttons.${index}.title`),
      })),
    }),
    ...(list && { list: mapList(list, change) }),
    ...(link && {
      link: { title: change(link.title, 'link.title'), url: change(link.url, 'link.url') },
    }),
  };
}

function mapList(
  { button, sections }: NonNullable<NewInteractive['list']>,
  change: (text: string, path: string) => string,
): NonNullable<NewInteractive['list']> {
  return {
    button: change(button, 'list.button'),
    sections: sections.map(({ title, rows }, at) => {
      const path = `list.sections.${at}`;
      return {
        title: change(title, `${path}.title`),
        rows: rows.map((row, index) => mapRow(row, `${path}.rows.${index}`, change)),
      };
    }),
  };
}

function mapRow(
  { id, title, description }: NewRow,
  path: string,
  change: (text: string, path: string) => string,
): NewRow {
  return {
    id,
    title: change(title, `${path}.title`),
    ...(description !== undefined && { description: change(description, `${path}.description`) }),
  };
}

/** Returns the texts of an interactive message with their paths. */
export function textsOfInteractive(interactive: NewInteractive): [path: string, text: string][] {
  const texts: [string, string][] = [];
  mapTexts(interactive, (text, path) => {
    texts.push([path, text]);
    return text;
  });
  return texts;
}
