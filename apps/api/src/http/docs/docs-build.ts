/** The state of the documentation, which is built while the process runs. */
export interface DocsBuild {
  readonly state: 'building' | 'built' | 'failed';
  /** The number of completed builds. The site of an earlier build is out of date. */
  readonly revision: number;
}
