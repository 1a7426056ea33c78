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
