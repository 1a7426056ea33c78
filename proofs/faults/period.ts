/** From one instant up to another, in milliseconds. */
export interface Period {
  readonly from: number
  readonly to: number
}
