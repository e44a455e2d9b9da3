export interface TemplateDraft {
  readonly name: string;
  /** Undefined if the request has no valid one. */
  readonly category: string | undefined;
  readonly body: string;
  /** The file of the header; null when there is none. */
  readonly file: TemplateFile | null;
  /** Whether the template has more than a text and a file, such as buttons. */
  readonly hasMore: boolean;
}

export interface TemplateFile {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
}

export interface AuthenticationOptions {
  /** Whether the text asks the reader to keep the code secret. */
  readonly addSecurityRecommendation?: boolean;
  /** How long the code is valid, according to the footer. Without it there is no footer. */
  readonly codeExpirationMinutes?: number;
}

/** The file of the header, which the people see who review the template. */
export interface TemplateSample extends TemplateFile {
  readonly name: string;
  readonly readChunks: () => AsyncIterable<Buffer>;
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
  readonly sample?: TemplateSample;
  /** For a template of the category `authentication`, whose text is that of the provider. */
  readonly authentication?: AuthenticationOptions;
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
  /** Whether the header is a file. */
  readonly hasFile: boolean;
  /** Whether the template has more than a text and a file; an edit would remove it. */
  readonly hasMore: boolean;
}
