/** A line of the project. */
export interface Use {
  readonly file: string;
  readonly line: number;
  /** The field that is read there, by the named schema that declares it: `Chat.openUntil`. */
  readonly schema?: string;
  /**
   * For a call: the fields of the request that it sends. `body.*` means that the fields of the body are unknown, and
   * `body.text?` that the field can be missing.
   */
  readonly sends?: readonly string[];
}

export type Uses = Readonly<Record<string, readonly Use[]>>;

/**
 * What a project uses of the API. Each key starts with the version; `*` as the last part of a path means that every field
 * below it may be read.
 */
export interface UsesFile {
  readonly kind: 'parley-uses';
  readonly version: 1;
  readonly consumer: string;
  /** `v3 getChat`; `v3 *` if the path of the call is a parameter. */
  readonly operations: Uses;
  /** `v3 sendMessage body.text`, `v3 createAutomation body.steps[](wait).seconds`, `v3 getChat path.chatId`. */
  readonly requestFields: Uses;
  /** `v3 getChat data.openUntil`. */
  readonly responseFields: Uses;
  /** `v3 searchChats status`; `v3 searchChats *` if a part of the filter is built elsewhere. */
  readonly filterFields: Uses;
  readonly sortFields: Uses;
  /** `v3 message.received`. */
  readonly eventTypes: Uses;
  /** `v3 message.received data.text`; `v3 * id` is a field of every event. */
  readonly eventFields: Uses;
  /**
   * Values that are sent or compared with: `v3 changeChatStatus body.status=closed`, `v3 getChat data.status=closed`.
   * `v3 getChat data.status=*` means that the value can be compared with any other.
   */
  readonly enumValues: Uses;
  /** `v3 getChat chat_not_found`; `v3 * forbidden` if the operation is unknown. */
  readonly errorKeys: Uses;
  /** Names of types: `v3 Chat`. */
  readonly schemas: Uses;
  /** Fields that are read without knowing the operation or event: `v3 Chat.openUntil`. */
  readonly schemaFields: Uses;
  /** Values that such fields are compared with: `v3 Chat.status=closed`. */
  readonly schemaValues: Uses;
}

export type Section = Exclude<keyof UsesFile, 'kind' | 'version' | 'consumer'>;

export const sections: readonly Section[] = [
  'operations',
  'requestFields',
  'responseFields',
  'filterFields',
  'sortFields',
  'eventTypes',
  'eventFields',
  'enumValues',
  'errorKeys',
  'schemas',
  'schemaFields',
  'schemaValues',
];
