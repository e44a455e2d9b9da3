/** A bucket of an object storage with the protocol of Amazon S3. */
export interface ObjectStorageAddress {
  readonly bucket: string;
  /** What every key begins with: empty, or a path with a slash at its end. */
  readonly prefix: string;
  /** The URL of the object storage; undefined means Amazon S3. */
  readonly endpoint: string | undefined;
  /** Undefined means `AWS_REGION`. */
  readonly region: string | undefined;
  /** Whether the bucket is in the path of a URL instead of its host. */
  readonly isPathStyle: boolean;
  /** Undefined means that the client finds them: in the environment, a profile or a role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

export const expectedFilesUrl =
  's3://bucket, with a prefix as its path, and endpoint, region and pathStyle as parameters';

/** Returns undefined for a text that is not an address of this form. */
export function parseFilesUrl(text: string): ObjectStorageAddress | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { hostname: bucket, pathname, searchParams: values } = url;
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent);
  if (url.protocol !== 's3:' || url.port || url.hash) return undefined;
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '');
  const endpoint = values.get('endpoint') ?? undefined;
  const pathStyle = values.get('pathStyle') ?? String(endpoint !== undefined);
  const isValid =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) &&
    /^[\w!.*'()/-]{0,200}$/.test(prefix) &&
    [...values.keys()].every((name) => ['endpoint', 'region', 'pathStyle'].includes(name)) &&
    (endpoint === undefined || isEndpoint(endpoint)) &&
    (pathStyle === 'true' || pathStyle === 'false') &&
    Boolean(accessKeyId) === Boolean(secretAccessKey);
  if (!isValid) return undefined;
  return {
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: values.get('region') ?? undefined,
    isPathStyle: pathStyle === 'true',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function isEndpoint(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
