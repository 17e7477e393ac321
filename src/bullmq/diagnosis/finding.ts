/** What was found at one point, for a person who must do something about it. */
export interface Finding {
  /** What was looked at. */
  readonly check: string;
  /** `bad`: deliveries are lost, refused or not handled. `doubtful`: they may be. */
  readonly verdict: 'good' | 'doubtful' | 'bad';
  readonly found: string;
  /** What to do; missing when all is well. */
  readonly advice?: string;
}
