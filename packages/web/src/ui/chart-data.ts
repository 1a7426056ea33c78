export interface Line {
  readonly label: string
  /** Any CSS colour, also one of the tokens. */
  readonly color: string
  readonly values: ChartValues
}

/** Null breaks a line; it goes on across what is undefined. */
export type ChartValues = readonly (number | null | undefined)[]

export interface Shade {
  readonly from: number
  readonly to: number
  readonly color: string
  /** What it stands for; shades of one label look alike. */
  readonly label: string
  /** With lines across it, for those to whom two colours are one. */
  readonly isHatched?: boolean
}

export interface ChartData {
  /** Seconds since 1970, in order. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  /** Lines are parts of a whole: each stands on the one before it, and what is between them is filled. */
  readonly isStacked?: boolean
  /** A band between two of its own lines, drawn behind all others. */
  readonly band?: { readonly label: string; readonly low: ChartValues; readonly high: ChartValues }
  /** Times that are to be seen in the background. */
  readonly shades: readonly Shade[]
}

/** What is drawn, and how its figures are written. */
export interface ChartContent {
  readonly data: ChartData
  readonly texts: ChartTexts
}

export interface ChartTexts {
  readonly value: (value: number | null) => string
  readonly time: (seconds: number) => string
  readonly tick: (seconds: number) => string
}
