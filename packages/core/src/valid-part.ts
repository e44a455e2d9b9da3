/**
 * A body without the values that its schema rejected, for checks that still run. The rest is valid: a field or a list
 * item with an error is removed as a whole. A removed field is present as `undefined`, which distinguishes it from a
 * field that was never sent, and a removed item leaves an `undefined` in its list.
 */
export type ValidPart<Body> = { readonly [Key in keyof Body]?: ValidValue<Body[Key]> | undefined };

type ValidValue<Value> = Value extends readonly (infer Item)[] ? readonly (Item | undefined)[] : Value;

/** Whether the caller sent the field and the schema rejected it, so that nothing is known about it. */
export function isRefused<Body extends object>(body: Body, key: keyof Body): boolean {
  return Object.hasOwn(body, key) && body[key] === undefined;
}
