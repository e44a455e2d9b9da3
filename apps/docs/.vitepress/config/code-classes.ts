import { createHash } from 'node:crypto';
import type { MarkdownOptions } from 'vitepress';

const classes = new Map<string, string>();

/** Colours code with classes, because the content security policy of the site allows no style attributes. */
export const codeClasses: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  name: 'code-classes',
  pre(node) {
    replaceStyle(node.properties);
  },
  span(node) {
    replaceStyle(node.properties);
  },
};

/** Renders the rules of all classes created so far. */
export function renderCodeClasses(): string {
  return [...classes].map(([style, name]) => `.${name}{${style}}\n`).join('');
}

function replaceStyle(properties: Record<string, unknown>): void {
  const { style } = properties;
  if (typeof style !== 'string') return;
  delete properties.style;
  properties.class = [properties.class, nameOf(style)].filter(Boolean).join(' ');
}

/** The same style has the same class on every page, whichever page is rendered first. */
function nameOf(style: string): string {
  const known = classes.get(style);
  if (known) return known;
  const name = `c${createHash('sha256').update(style).digest('hex').slice(0, 6)}`;
  classes.set(style, name);
  return name;
}
