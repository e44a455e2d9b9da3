/** Colours of a text, or the text itself where there are none. */
export type Style = Readonly<Record<keyof typeof codes, (text: string) => string>>;

/** Colours are for a person at a terminal who has not declined them (https://no-color.org). */
export function createStyle(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  const isColoured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const paint = (name: keyof typeof codes) => (text: string) =>
    isColoured ? `\u001b[${codes[name]}m${text}\u001b[0m` : text;
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
  };
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

/** For texts that no person reads at a terminal. */
export const plainStyle = createStyle({}, {});
