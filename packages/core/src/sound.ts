/**
 * What is left of an input without the values that its schema refused. A key may be missing; one that was sent and refused is
 * there with `undefined`, so that it can be told from one that was never sent.
 */
export type Sound<Input> = Input extends string | number | boolean | null | undefined
  ? Input
  : Input extends readonly (infer Item)[]
    ? readonly (Sound<Item> | undefined)[]
    : { readonly [Key in keyof Input]?: Sound<Input[Key]> | undefined };
