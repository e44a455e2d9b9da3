/** A text with choices, as its author writes it. */
export interface NewInteractive {
  readonly body: string;
  readonly header?: string;
  readonly footer?: string;
  readonly buttons?: readonly ReplyRecord[];
  readonly list?: {
    readonly button: string;
    readonly sections: readonly { readonly title: string; readonly rows: readonly NewRow[] }[];
  };
  readonly link?: InteractiveLink;
}

export interface NewRow extends ReplyRecord {
  readonly description?: string;
}

/** A text with choices, as it is stored with its message. One of `buttons`, `list` and `link` is not null. */
export interface InteractiveRecord {
  readonly body: string;
  readonly header: string | null;
  readonly footer: string | null;
  readonly buttons: readonly ReplyRecord[] | null;
  readonly list: InteractiveList | null;
  readonly link: InteractiveLink | null;
}

interface InteractiveList {
  readonly button: string;
  readonly sections: readonly { readonly title: string; readonly rows: readonly InteractiveRow[] }[];
}

interface InteractiveRow extends ReplyRecord {
  readonly description: string | null;
}

interface InteractiveLink {
  readonly title: string;
  readonly url: string;
}

/** A choice; also the one that a contact has made. */
export interface ReplyRecord {
  readonly id: string;
  readonly title: string;
}

export function toInteractiveRecord(interactive: NewInteractive): InteractiveRecord {
  const { body, header, footer, buttons, list, link } = interactive;
  const sections = list?.sections.map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({ id: row.id, title: row.title, description: row.description ?? null })),
  }));
  return {
    body,
    header: header ?? null,
    footer: footer ?? null,
    buttons: buttons ?? null,
    list: list && sections ? { button: list.button, sections } : null,
    link: link ?? null,
  };
}

/** Returns the choices in the order of their numbers. A link is no choice: the service does not learn of a tap on it. */
export function choicesOf({ buttons, list }: InteractiveRecord): readonly ReplyRecord[] {
  return buttons ?? list?.sections.flatMap(({ rows }) => rows) ?? [];
}
