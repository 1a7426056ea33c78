export interface Line {
  readonly label: string
  /** Any CSS colour, also one of the tokens. */
  readonly color: string
  readonly values: ChartValues
}

/** Null interrupts a line; undefined does not. */
export type ChartValues = readonly (number | null | undefined)[]

export interface Shade {
  readonly from: number
  readonly to: number
  readonly color: string
  /** The meaning of the shade; shades with the same label look the same. */
  readonly label: string
  /** Hatched, so that it can be distinguished without colours. */
  readonly isHatched?: boolean
}

export interface ChartData {
  /** Seconds since 1970, in order. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  /** Whether lines are parts of a total: each is added to the one before, and the area between them is filled. */
  readonly isStacked?: boolean
  /** The area between two lines, drawn behind all others. */
  readonly band?: { readonly label: string; readonly low: ChartValues; readonly high: ChartValues }
  /** Time ranges that are shaded in the background. */
  readonly shades: readonly Shade[]
}

/** The data of a chart, and the formats of its figures. */
export interface ChartContent {
  readonly data: ChartData
  readonly texts: ChartTexts
}

export interface ChartTexts {
  readonly value: (value: number | null) => string
  readonly time: (seconds: number) => string
  readonly tick: (seconds: number) => string
}
