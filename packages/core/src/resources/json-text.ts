/** A value as the JSON text that PostgreSQL wrote, which is parsed only where its fields are needed. */
export class JsonText<Value> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  parse(): Value {
    return JSON.parse(this.text);
  }

  /** For `JSON.stringify`, which writes the value in place of this object. */
  toJSON(): Value {
    return this.parse();
  }
}
