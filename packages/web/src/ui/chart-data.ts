export interface Line {
  readonly label: string
  /** Any CSS colour, also one of the tokens. */
  readonly color: string
  readonly values: ChartValues
}

/** Null interrupts a line; undefined does not. */
export type ChartValues = readonly (number | null | undefined)[]

export interface ChartShade {
  readonly from: number
  readonly to: number
  /** A tint behind the lines. */
  readonly color: string
  /** The colour of the rail below the axis, which is visible where the tint is not. */
  readonly rail?: string
  /** The meaning of the shade; shades with the same label look the same. */
  readonly label: string
  /** Hatched, so that it can be distinguished without colours. */
  readonly isHatched?: boolean
}

/** Something that happened at one time, such as a change of the configuration. */
export interface Marker {
  readonly at: number
  readonly label: string
}

/** A value that should not be exceeded, drawn as a dashed line across the chart. */
export interface ChartLimit {
  readonly label: string
  readonly color: string
  readonly value: number
  /** The label of the line that it limits; it is hidden together with it. */
  readonly lineLabel: string
}

export interface ChartData {
  /** Seconds since 1970, in order. */
  readonly times: readonly number[]
  readonly lines: readonly Line[]
  /** Whether lines are parts of a total: each is added to the one before, and the area between them is filled. */
  readonly isStacked?: boolean
  /** The area between two lines, drawn behind all others. */
  readonly band?: { readonly label: string; readonly low: ChartValues; readonly high: ChartValues }
  /** The line that matters most, drawn thick and in front of the others. */
  readonly median?: Line
  /** Time ranges that are shaded in the background. */
  readonly shades: readonly ChartShade[]
  readonly markers?: readonly Marker[]
  readonly limits?: readonly ChartLimit[]
  /** The smallest value at the top of the scale; 1 unless given. */
  readonly minTop?: number
}

/** The data of a chart, and the formats of its values. */
export interface ChartContent {
  readonly data: ChartData
  readonly texts: ChartTexts
}

export interface ChartTexts {
  readonly value: (value: number | null) => string
  readonly time: (seconds: number) => string
  /** The labels of the time axis; lines are separated by `\n`. */
  readonly ticks: (seconds: readonly number[]) => readonly string[]
  /** Shown instead of a chart without a single value. */
  readonly empty: string
  /** The button that shows the whole range again. */
  readonly resetZoom: string
}

/** More single lines than this would hide the median, so they are hidden until the user shows them. */
const maxInitialLines = 3

/** The labels that are hidden until the user shows them with the legend. */
export const listInitiallyHidden = ({ lines, median }: ChartData): ReadonlySet<string> =>
  new Set(median && lines.length > maxInitialLines ? lines.map(({ label }) => label) : [])

/** Leaves out what the user has hidden with the legend. */
export function omitHiddenSeries(data: ChartData, hidden: ReadonlySet<string>): ChartData {
  if (hidden.size === 0) return data
  const { band, median, limits, ...rest } = data
  return {
    ...rest,
    ...(limits && { limits: limits.filter(({ lineLabel }) => !hidden.has(lineLabel)) }),
    lines: data.lines.filter(({ label }) => !hidden.has(label)),
    ...(band && !hidden.has(band.label) && { band }),
    ...(median && !hidden.has(median.label) && { median }),
  }
}

/** Returns the end of the time axis: the last time, or the end of a shade that began after it. */
export const findEnd = ({ shades }: Pick<ChartData, 'shades'>, last: number): number =>
  Math.max(last, ...shades.map(({ to }) => to))

/** Whether nothing was measured at all. */
export const isEmptyChart = ({ lines, band, median }: ChartData): boolean =>
  [...lines.map(({ values }) => values), band?.low ?? [], band?.high ?? [], median?.values ?? []].every((values) =>
    values.every((value) => value == null),
  )

/** Returns the value at an index; if a line crosses the index without a value, the value of the nearest neighbour. */
export function findValue(values: ChartValues, index: number): number | null {
  for (let distance = 0; distance < values.length; distance += 1) {
    const near = [values[index - distance], values[index + distance]]
    const value = near.find((each) => each !== undefined)
    if (value !== undefined) return value
  }
  return null
}

/** Returns the labels of the markers at a time; a marker counts up to the next time. */
export function findMarkers({ markers = [], times }: ChartData, time: number): readonly string[] {
  const step = (times[1] ?? time + 1) - (times[0] ?? time)
  return markers.filter(({ at }) => time <= at && at < time + step).map(({ label }) => label)
}

/** Returns the readings at an index as texts, in the order of the legend. */
export function formatReadings({ data, texts }: ChartContent, index: number): readonly string[] {
  const formatValue = (values: ChartValues) => texts.value(findValue(values, index))
  return [
    ...(data.median ? [formatValue(data.median.values)] : []),
    ...(data.band ? [`${formatValue(data.band.low)} – ${formatValue(data.band.high)}`] : []),
    ...data.lines.map(({ values }) => formatValue(values)),
  ]
}
