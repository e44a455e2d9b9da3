/** The lane of a job, for the deliveries that continue when the job has ended. */
export interface JobLane {
  /** Whether more than one tenant has had work lately. */
  readonly isShared: boolean;
  /** Counts a delivery as running until the returned function is called, or for a moment if it takes long. */
  countDelivery(): () => void;
  /** Undefined, or a promise if the lane has a backlog that must yield now; it resolves when the work may continue. */
  yielding(): Promise<void> | undefined;
}
