import type { Policy } from '../operations/policy.js';
import { createDeprecationNotice } from './deprecation.js';
import type { Hooks } from './hooks.js';
import { notify } from './notify.js';
import type { ClientOptions, TokenSource } from './options.js';
import { Pacer } from './pacer.js';
import { checkToken } from './read-token.js';
import { userAgent } from './user-agent.js';

/** The checked options of a client with all defaults, and the state that its calls share. */
export interface Settings {
  readonly policy: Policy;
  /** The base URL, with the path of the version. */
  readonly baseUrl: string;
  readonly token: string | TokenSource;
  readonly timeoutMs: number;
  /** Whether the timeout is the default, which does not count waits for the rate limit. */
  readonly excludesWaits: boolean;
  readonly attemptTimeoutMs: number;
  readonly maxRetries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly hooks: Hooks;
  readonly pacer: Pacer | undefined;
  readonly warn: (message: string) => void;
  readonly noticeDeprecation: (response: Response, operation: string) => void;
  readonly fetch: (request: Request) => Promise<Response>;
}

export function readSettings(policy: Policy, options: ClientOptions): Settings {
  const { token, warn: print = (message) => console.warn(message) } = options;
  // An error of `warn` itself is dropped, because a call must not fail because of it.
  const warn = (message: string) => notify(() => {}, print, message);
  if (typeof token !== 'function') checkToken(token);
  return {
    policy,
    baseUrl: `${readRoot(options.baseUrl, policy.basePath)}${policy.basePath}`,
    token,
    timeoutMs: readTime('timeoutMs', options.timeoutMs ?? 120_000),
    excludesWaits: options.timeoutMs === undefined,
    attemptTimeoutMs: readTime('attemptTimeoutMs', options.attemptTimeoutMs ?? 30_000),
    maxRetries: readCount('maxRetries', options.maxRetries ?? 4),
    headers: { ...userAgent(), ...options.headers },
    hooks: options.hooks ?? {},
    pacer: options.pacing === false ? undefined : new Pacer(),
    warn,
    noticeDeprecation: createDeprecationNotice(warn),
    // `fetch` is looked up at each call, so that a later replacement of the global, for example by instrumentation, is
    // used.
    fetch: options.fetch ?? ((request) => fetch(request)),
  };
}

export function readTime(name: string, value: number): number {
  if (value > 0) return value;
  throw new RangeError(`${name} cannot be ${value}.`);
}

export function readCount(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} cannot be ${value}.`);
}

/** Returns the root without a trailing slash. It may already end in the version. */
function readRoot(baseUrl: string, basePath: string): string {
  const { origin, pathname } = parseUrl(baseUrl);
  const path = pathname.replace(/(?<!\/)\/+$/, '');
  const root = path.endsWith(basePath) ? path.slice(0, -basePath.length) : path;
  if (/\/v\d+$/.test(root)) throw new TypeError(`baseUrl ends in a version other than ${basePath}.`);
  return `${origin}${root}`;
}

/** The message does not repeat the URL, which may hold a password. */
function parseUrl(baseUrl: string): URL {
  if (/^https?:\/\/[^@?#]+$/.test(baseUrl)) return new URL(baseUrl);
  throw new TypeError('baseUrl must be like https://api.example.com, without user, password and query.');
}
