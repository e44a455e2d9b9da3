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

/** A series of a counter whose increase an expression reads, with the values of its labels that the expression names. */
export interface CountedSeries {
  readonly metric: string;
  readonly label: string | undefined;
  readonly value: string | undefined;
}

const counted = /\b(?:increase|rate)\((parley_[a-z0-9_]+_total)(?:\{([^}]*)\})?\[/g;

/**
 * Returns the series of counters whose increase an expression reads. From a missing series to its first value, Prometheus
 * sees no increase. An expression that compares a counter with its own past (`unless … offset`) counts such a series itself.
 */
export function readCountedSeries(expression: string): CountedSeries[] {
  return [...expression.matchAll(counted)].flatMap(([, name = '', selector = '']): CountedSeries[] => {
    if (expression.includes(`${name} unless ${name} offset`)) return [];
    const wanted = [...selector.matchAll(/(\w+)\s*=~?\s*"([^"]*)"/g)].flatMap(([, label = '', values = '']) =>
      values.split('|').map((value) => ({ metric: name, label, value })),
    );
    return wanted.length > 0 ? wanted : [{ metric: name, label: undefined, value: undefined }];
  });
}
