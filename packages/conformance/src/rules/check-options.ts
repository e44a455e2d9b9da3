export interface CheckOptions {
  /** Headers that are neither declared nor of HTTP itself are violations too. */
  readonly strictHeaders: boolean;
}
