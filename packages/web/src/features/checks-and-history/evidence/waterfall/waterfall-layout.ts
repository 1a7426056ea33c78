/** The columns that fit into a waterfall, besides the name, the status and the time of each request. */
export interface WaterfallLayout {
  /** Whether the bars have their own column; otherwise each is below its request. */
  readonly hasAxis: boolean
  /** Whether the type and the size of requests have their own columns. */
  readonly hasFacts: boolean
}

const minAxisWidth = 600
const minFactsWidth = 880

/**
 * Chooses the columns by the width of the waterfall itself, in pixels: it is shown in a wide window for browser checks
 * and in a narrow panel for others. The name of a request keeps at least 150 pixels.
 */
export const chooseLayout = (width: number): WaterfallLayout =>
  width >= minFactsWidth ? layouts.wide : width >= minAxisWidth ? layouts.medium : layouts.narrow

/** Constant objects, so that rows render again only if the layout changes. */
const layouts = {
  narrow: { hasAxis: false, hasFacts: false },
  medium: { hasAxis: true, hasFacts: false },
  wide: { hasAxis: true, hasFacts: true },
} as const satisfies Readonly<Record<string, WaterfallLayout>>

const axisSteps = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Returns the length of the time axis in milliseconds: a little more than the requests take, with round quarters. */
export function findAxisLength(length: number): number {
  if (length <= 0) return length
  const unit = 10 ** Math.floor(Math.log10(length / 4))
  const step = axisSteps.find((each) => each * unit * 4 >= length) ?? 10
  return step * unit * 4
}
