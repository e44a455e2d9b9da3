export interface Query {
  readonly expr: string;
  /** The name of each series, with labels in braces. */
  readonly legend: string;
  /** Whether there are no series until something rare has happened. Default is false. */
  readonly isRare?: boolean;
}

export interface Panel {
  readonly title: string;
  /** What a reader should look for. */
  readonly description: string;
  /** A unit of Grafana: `reqps`, `s`, `short`, `percentunit`, `bytes`. */
  readonly unit: 'reqps' | 'ops' | 's' | 'short' | 'percentunit' | 'bytes';
  readonly queries: readonly Query[];
}

export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

export interface Dashboard {
  /** Also the name of its file. */
  readonly uid: string;
  readonly title: string;
  readonly rows: readonly Row[];
}
