declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  interface Options {
    readonly directory: string;
    readonly silent: boolean;
    readonly configureBuckets: readonly { readonly name: string }[];
  }

  /** The package has no types of its own; these are the parts that the tests use. */
  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    readonly logger: { close(): void };
  }
}
