/** True when two types are the same. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only with `true`. */
export type Expect<Fact extends true> = Fact;
