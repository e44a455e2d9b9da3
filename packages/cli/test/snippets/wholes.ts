import type { Snippet } from './snippet.js';

const all = ['responseFields v3 getChat data.*'];

/** Everything may be read. */
export const wholes: readonly Snippet[] = [
  { name: 'a spread', code: 'export const a = { ...chat };', expected: all },
  {
    name: 'a rest',
    code: 'const { id, ...rest } = chat;\nexport { id, rest };',
    expected: [...all, 'responseFields v3 getChat data.id'],
  },
  { name: 'JSON.stringify', code: 'export const a = JSON.stringify(chat);', expected: all },
  { name: 'Object.keys', code: 'export const a = Object.keys(chat);', expected: all },
  { name: 'an unknown function', code: 'unknownFunction(chat);', expected: all },
  {
    name: 'a generic function of the project, which reads the field that is named',
    code: `const get = <One, Key extends keyof One>(one: One, key: Key) => one[key];
export const a = get(chat, 'openUntil');`,
    expected: all,
  },
  {
    name: 'a generic function of the project for a list',
    code: `const pick = <One>(key: keyof One, ...many: One[]) => many[0]?.[key];
export const a = pick('openUntil', chat);`,
    expected: all,
  },
  {
    name: 'a generic function of the project for an object with the value',
    code: `const unwrap = <One,>(box: { data: One }, key: keyof One) => box.data[key];
export const a = unwrap({ data: chat }, 'openUntil');`,
    expected: all,
  },
  {
    name: 'a generic interface, a part and an intersection of what a type parameter is',
    code: `interface Box<One> { readonly data: One }
const unbox = <One extends { id: string }>(box: Box<One>) => box.data.id;
const some = <One,>(part: Partial<One>, key: keyof One) => part[key];
const both = <One,>(one: One & { id: string }, key: keyof One) => one[key];
export const a = [unbox({ data: chat }), some<api.Chat>(chat, 'openUntil'), both(chat, 'openUntil')];`,
    expected: [...all, 'responseFields v3 getChat data.id', 'schemas v3 Chat'],
  },
  {
    name: 'an object with the value, which goes to unknown code',
    code: 'unknownFunction({ chat, other: [{ chat }] });\nexport const a = JSON.stringify({ data: { chat } });',
    expected: all,
  },
  { name: 'for in', code: 'for (const key in chat) unknownFunction(key);', expected: all },
  {
    name: 'any',
    code: '// biome-ignore lint/suspicious/noExplicitAny: it is the case.\nexport const a: any = chat;',
    expected: all,
  },
  { name: 'a cast to a map', code: 'export const a = chat as Record<string, unknown>;', expected: all },
  {
    name: 'an unknown key',
    code: 'declare const key: keyof typeof chat;\nexport const a = (chat as Record<string, unknown>)[key];',
    expected: all,
  },
  {
    name: 'a part of a response',
    code: 'unknownFunction(chat.contact);',
    expected: ['responseFields v3 getChat data.contact', 'responseFields v3 getChat data.contact.*'],
  },
  {
    name: 'a value whose operation is unknown',
    code: 'export function log(one: api.Label) { unknownFunction(one); }',
    expected: ['schemaFields v3 Label.*', 'schemas v3 Label'],
  },
  {
    name: 'but not a field that is a text',
    code: 'unknownFunction(chat.id);',
    expected: ['responseFields v3 getChat data.id'],
  },
  {
    name: 'but not in a generic function of the project that knows one field',
    code: `const until = <One extends { openUntil: string | null }>(one: One | null) => one?.openUntil;
export const a = until(chat);`,
    expected: ['responseFields v3 getChat data.openUntil'],
  },
  {
    name: 'but not in one that knows one field of the elements of any collection',
    code: `const first = <One extends { status: string }>(many: Iterable<One>) => [...many][0]?.status;
export const a = first(await parley.search('/chats/search').toArray());
export const b = first([chat]);`,
    expected: [
      'operations v3 searchChats',
      'responseFields v3 getChat data.status',
      'responseFields v3 searchChats data',
      'responseFields v3 searchChats data[].status',
    ],
  },
  {
    name: 'but not in an object whose type is known',
    code: `interface Named { readonly data: { readonly id: string } }
const name = (one: Named) => one.data.id;
export const a = name({ data: chat });
const kept = new Map([[1, { chat }]]);
export const b = kept.get(1)?.chat.status;`,
    expected: ['responseFields v3 getChat data.id', 'responseFields v3 getChat data.status'],
  },
  {
    name: 'but not a list of the standard library, which keeps the type',
    code: 'const list: api.Chat[] = [];\nlist.push(chat);\nexport const a = new Map([[1, chat]]);',
    expected: ['schemas v3 Chat'],
  },
];
