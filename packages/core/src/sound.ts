/**
 * What is left of a body without what its schema refused, for checks that go on nevertheless. What is left is as the schema
 * wants it: a field or a list's item with an error is left out whole. A field that was sent and left out is there as
 * `undefined`, which tells it from one that was never sent, and an item leaves its place behind.
 */
export type Sound<Body> = { readonly [Key in keyof Body]?: SoundValue<Body[Key]> | undefined };

type SoundValue<Value> = Value extends readonly (infer Item)[] ? readonly (Item | undefined)[] : Value;

/** Whether the caller sent the field and the schema refused it: what depends on it cannot be known. */
export function isRefused<Body extends object>(body: Body, key: keyof Body): boolean {
  return Object.hasOwn(body, key) && body[key] === undefined;
}
