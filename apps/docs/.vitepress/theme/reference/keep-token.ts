/** Keeps the token of the caller while the tab is open, so that following a link does not lose it. */
export interface Tokens {
  read(): string;
  /** Keeps the token of a request. */
  keep(headers: Headers): void;
}

/** The part of the browser's storage that is used here. */
export interface TabStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const key = 'parley-token';

export function createTokens(storage: TabStorage): Tokens {
  return {
    read: () => storage.getItem(key) ?? '',
    keep(headers) {
      const [, token] = /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '') ?? [];
      if (token !== undefined) storage.setItem(key, token);
    },
  };
}
