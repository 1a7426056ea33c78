/** A period in milliseconds, without its end. */
export interface Period {
  readonly from: number
  readonly to: number
}
