/** A record of a stream of server-sent events. One without data only moves the position. */
export interface StreamRecord {
  readonly id: string | undefined;
  readonly data: string | undefined;
}

/** Returns a function that takes the next text and returns the records that it completes (HTML standard, 9.2.6). */
export function createRecordParser(): (text: string) => StreamRecord[] {
  let rest = '';
  let id: string | undefined;
  let data: string[] = [];
  return (text) => {
    const records: StreamRecord[] = [];
    // A carriage return at the end may be the first half of a line break.
    const lines = `${rest}${text}`.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') {
        read(line);
        continue;
      }
      records.push({ id, data: data.length > 0 ? data.join('\n') : undefined });
      id = undefined;
      data = [];
    }
    return records;
  };

  function read(line: string): void {
    // No regular expression with a dot: texts can contain U+2028, which a dot does not match.
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  }
}
