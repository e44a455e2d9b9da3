/** State of the documentation, which is built while the process runs. */
export interface DocsBuild {
  readonly state: 'building' | 'built' | 'failed';
  /** Number of builds that have ended. The site of an earlier build is out of date. */
  readonly revision: number;
}
