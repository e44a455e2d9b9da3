export interface TemplateDraft {
  readonly name: string;
  readonly body: string;
  /** Whether the template has more than a text, such as a file or buttons. */
  readonly hasMore: boolean;
}

export interface TemplateToSubmit {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  /** The names of the placeholders, each once, in the order of the text. */
  readonly placeholders: readonly string[];
  /** Returns the text in which each placeholder is replaced by its marker. */
  readonly textWith: (markers: Readonly<Record<string, string>>) => string;
  readonly examples: Readonly<Record<string, string>>;
  /** The template that the provider has; it is edited. */
  readonly registered?: { readonly vendorId: string; readonly category: string };
  /** Whether an earlier attempt was interrupted, so that the provider may have the template. */
  readonly mayExist: boolean;
}

/** The state of a template at the provider. */
export interface TemplateState {
  /** In lower case, such as `approved`. */
  readonly status: string;
  readonly rejectionReason: string | null;
}

/** The state is absent when the provider does not report it for an edited template. */
export interface SubmittedTemplate {
  readonly vendorId: string;
  readonly category?: string;
  readonly state?: TemplateState;
}

export interface TemplatePage {
  readonly templates: readonly ListedTemplate[];
  /** Null after the last page. */
  readonly cursor: string | null;
  /** Whether every entry of the page could be read. */
  readonly isComplete: boolean;
}

export interface ListedTemplate extends TemplateState {
  readonly vendorId: string;
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly quality: string | null;
  /** Null when the template has no text of its own. */
  readonly body: string | null;
  /** The header and the buttons. */
  readonly content: Readonly<Record<string, unknown>>;
  /** Whether the template has more than a text; an edit would remove it. */
  readonly hasMore: boolean;
}
