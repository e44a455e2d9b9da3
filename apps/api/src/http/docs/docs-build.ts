/** Where the documentation stands that is built while the process runs. */
export interface DocsBuild {
  readonly state: 'building' | 'built' | 'failed';
  /** Counts the builds that have ended; the site of an earlier one is out of date. */
  readonly revision: number;
}
