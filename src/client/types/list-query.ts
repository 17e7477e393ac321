/** Which part of a list is asked for. Source: Part B, "Templates"; the defaults: the service's public documentation. */
export interface ListQuery {
  /** How many. Default of the service: 25. */
  readonly limit?: number;
  /** How many are skipped. Default of the service: 0. */
  readonly offset?: number;
}
