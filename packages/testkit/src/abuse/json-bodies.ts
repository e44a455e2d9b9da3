/** A body for `POST /v3/contacts/upsert`, whose limit is the largest of all operations with JSON. */
export interface JsonBody {
  readonly name: string;
  readonly status: 200 | 400;
  /** A further body of the same kind: two valid ones must not have the same contacts. */
  build(round: number): Buffer;
}

/** The limit of the operation is 10 MiB. */
const limitBytes = 10 * 1_048_576;

/** For what is around the items of a body. */
const reservedBytes = 200;

/** Because of the escapes, the API looks for characters that cannot be stored. */
const escaped = '"\\ud83d\\ude00"';

/** Bodies of ten megabytes that are expensive to parse and to check: refused ones, and the largest valid ones. */
export const jsonBodies: readonly JsonBody[] = [
  refused('five million zeros', () => `{"contacts":[${repeat('0')}],"x":${escaped}}`),
  refused('three million empty objects', () => `{"contacts":[${repeat('{}')}],"x":${escaped}}`),
  refused(
    'a million unknown keys',
    () => `{"x":${escaped},${fill((number) => `"${number.toString(36)}":0`)}}`,
  ),
  refused('lists in lists', () => `{"contacts":[${repeat(`[${'[0],'.repeat(900)}0]`)}],"x":${escaped}}`),
  refused('one contact with five million zeros', () => {
    return `{"contacts":[{"email":"a@b.example","metadata":{"a":[${repeat('0')}]}}],"x":${escaped}}`;
  }),
  accepted('5,000 contacts with long texts', () => ({ metadata: { text: 'a'.repeat(1_900) } })),
  accepted('5,000 contacts with 1,000 zeros', () => ({ metadata: { list: Array(980).fill(0) } })),
  accepted('5,000 contacts with 20 labels', (number) => ({
    labels: Array.from({ length: 20 }, (_, index) => ({ name: `label ${(number + index) % 100}` })),
  })),
];

function refused(name: string, build: () => string): JsonBody {
  return { name, status: 400, build: () => Buffer.from(build()) };
}

function accepted(name: string, fieldsOf: (number: number) => object): JsonBody {
  return {
    name,
    status: 200,
    build: (round) => {
      const contacts = Array.from({ length: 5_000 }, (_, number) => ({
        firstName: `Ada ${number}`,
        email: `${round}-${number}@${name.replaceAll(/\W+/g, '-')}.example`,
        ...fieldsOf(number),
      }));
      return Buffer.from(JSON.stringify({ contacts }).replace('"Ada 0"', escaped));
    },
  };
}

function repeat(item: string): string {
  const count = Math.floor((limitBytes - reservedBytes) / (item.length + 1));
  return `${item},`.repeat(count).slice(0, -1);
}

function fill(itemOf: (number: number) => string): string {
  const items: string[] = [];
  for (let length = reservedBytes, number = 0; ; number += 1) {
    const item = itemOf(number);
    length += item.length + 1;
    if (length > limitBytes) return items.join(',');
    items.push(item);
  }
}
