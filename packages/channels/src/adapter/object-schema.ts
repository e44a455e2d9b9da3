/** The part of JSON Schema 2020-12 by which adapters describe their settings and secrets. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly additionalProperties: false;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, PropertySchema>>;
}

export interface PropertySchema {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
  readonly format?: 'uri' | 'email' | 'hostname';
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string | number | boolean;
}
