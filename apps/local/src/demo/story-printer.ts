import { styleText } from 'node:util';

export interface StoryLine {
  readonly who: string;
  readonly what: string;
  readonly detail?: string;
}

export interface StoryPrinter {
  /** Starts a scene; times are counted from its start. */
  scene(title: string): void;
  line(line: StoryLine): void;
}

interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

type Style = Parameters<typeof styleText>[0];

/**
 * Prints each event at once, in columns. On a terminal, it uses colours and truncates lines to the width of the window.
 */
export function createStoryPrinter(output: Output): StoryPrinter {
  const isTerminal = output.isTTY === true;
  const hasColours = isTerminal && !process.env.NO_COLOR;
  const paint = (style: Style, text: string) => (hasColours ? styleText(style, text) : text);
  let beganAt = performance.now();

  return {
    scene(title) {
      beganAt = performance.now();
      output.write(`\n${paint('bold', title)}\n`);
    },
    line({ who, what, detail = '' }) {
      const seconds = ((performance.now() - beganAt) / 1_000).toFixed(2);
      const time = `${seconds} s`.padStart(9);
      const columns = [who.padEnd(whoWidth), detail ? what.padEnd(whatWidth) : what, detail];
      const width = isTerminal ? (output.columns ?? 80) - time.length - 2 : Number.POSITIVE_INFINITY;
      const text = cut(columns.join('  ').trimEnd(), width);
      output.write(
        `${paint('dim', time)}  ${paint(styleOf(who), text.slice(0, whoWidth))}${text.slice(whoWidth)}\n`,
      );
    },
  };
}

const whoWidth = 12;
/** The length of the longest event name. */
const whatWidth = 26;

function styleOf(who: string): Style {
  if (who.endsWith('✗')) return 'red';
  return who.startsWith('webhook') ? 'cyan' : 'green';
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
