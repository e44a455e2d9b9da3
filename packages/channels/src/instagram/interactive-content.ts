import type { InteractiveError } from '../adapter/channel-adapter.js';
import type { OutboundInteractive } from '../adapter/outbound-message.js';

/** Instagram truncates a longer title of a quick reply. */
const maxTitleLength = 20;
const maxTextLength = 1000;
/** The limit of a button template. */
const maxLinkTextLength = 640;

/** Buttons and rows become quick replies, of which Instagram shows up to 13, and a link becomes a button template. */
export function interactiveContent(interactive: OutboundInteractive): object {
  const { link } = interactive;
  const text = textOfChoices(interactive);
  if (link !== null) {
    const buttons = [{ type: 'web_url', url: link.url, title: link.title }];
    return { attachment: { type: 'template', payload: { template_type: 'button', text, buttons } } };
  }
  const replies = choicesOf(interactive).map(({ id, title }) => ({
    content_type: 'text',
    title,
    payload: id,
  }));
  return { text, quick_replies: replies };
}

export function findInteractiveErrors(interactive: OutboundInteractive): readonly InteractiveError[] {
  const limit = interactive.link === null ? maxTextLength : maxLinkTextLength;
  const isLong = textOfChoices(interactive).length > limit;
  const message = `The text with header, footer and descriptions must contain at most ${limit} character(s)`;
  const titles = choicesOf(interactive).filter(({ title }) => [...title].length > maxTitleLength);
  return [
    ...(isLong ? [{ path: 'body', message }] : []),
    ...titles.map(({ path }) => ({
      path: `${path}.title`,
      message: `String must contain at most ${maxTitleLength} character(s)`,
    })),
  ];
}

/** A quick reply has no description, so the text contains it. */
export function textOfChoices(interactive: OutboundInteractive): string {
  const { header, body, footer } = interactive;
  const descriptions = choicesOf(interactive).flatMap(({ title, description }) =>
    description === null ? [] : `${title}: ${description}`,
  );
  return [header, body, descriptions.join('\n'), footer].filter(Boolean).join('\n\n');
}

function choicesOf({ buttons, list }: OutboundInteractive) {
  const ofButtons = (buttons ?? []).map((button, index) => ({
    ...button,
    description: null,
    path: `buttons.${index}`,
  }));
  const ofList = (list?.sections ?? []).flatMap(({ rows }, at) =>
    rows.map((row, index) => ({ ...row, path: `list.sections.${at}.rows.${index}` })),
  );
  return [...ofButtons, ...ofList];
}
