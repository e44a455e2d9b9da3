/** A metric that a PromQL expression reads, with the names of the labels that select its series. */
export interface MetricUse {
  readonly metric: string;
  readonly labels: readonly string[];
}

const metric = /\b((?:parley|process|nodejs)_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g;

export function readExpression(expression: string): MetricUse[] {
  return [...expression.matchAll(metric)].map(([, name = '', selector = '']) => ({
    metric: name,
    labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}
