/** The unit that determines the format of a value. */
type VitalUnit = 'milliseconds' | 'shift' | 'bytes' | 'count'

interface VitalDefinition {
  /** The type of the metric. */
  readonly id: string
  readonly unit: VitalUnit
  /** The name of the setting with the budget. */
  readonly setting: string
  /** The units of the setting per unit of the vital: the setting counts thousandths of a layout shift. */
  readonly divisor?: number
  /** The thresholds of Web Vitals: a value up to the first is good, above the second poor. */
  readonly thresholds?: readonly [good: number, poor: number]
  /** Whether the vital is shown only if it has a budget. */
  readonly isMinor?: true
}

const definitions = [
  {
    id: 'largest_contentful_paint',
    unit: 'milliseconds',
    setting: 'maximum_largest_contentful_paint',
    thresholds: [2500, 4000],
  },
  {
    id: 'first_contentful_paint',
    unit: 'milliseconds',
    setting: 'maximum_first_contentful_paint',
    thresholds: [1800, 3000],
  },
  {
    id: 'cumulative_layout_shift',
    unit: 'shift',
    setting: 'maximum_layout_shift',
    divisor: 1000,
    thresholds: [0.1, 0.25],
  },
  { id: 'first_byte_time', unit: 'milliseconds', setting: 'maximum_first_byte_time', thresholds: [800, 1800] },
  { id: 'page_load_time', unit: 'milliseconds', setting: 'maximum_response_time' },
  { id: 'content_loaded_time', unit: 'milliseconds', setting: 'maximum_content_loaded_time', isMinor: true },
  { id: 'transferred_size', unit: 'bytes', setting: 'maximum_data_size', isMinor: true },
  { id: 'request_count', unit: 'count', setting: 'maximum_request_count', isMinor: true },
  { id: 'console_error_count', unit: 'count', setting: 'maximum_console_errors', isMinor: true },
] as const satisfies readonly VitalDefinition[]

export type VitalId = (typeof definitions)[number]['id']

/** A Web Vital of a page, with its budget and rating. */
export interface Vital {
  readonly id: VitalId
  readonly unit: VitalUnit
  readonly value: number
  readonly budget: number | null
  readonly isOver: boolean
  readonly rating: 'good' | 'fair' | 'poor' | null
}

type Settings = Readonly<Record<string, unknown>>

/** Returns the vitals among the metrics of a check, the most important first. */
export function readVitals(
  metrics: readonly { readonly metric_type_id: string; readonly value: number }[],
  settings: Settings,
): readonly Vital[] {
  const values = new Map(metrics.map(({ metric_type_id, value }) => [metric_type_id, value]))
  return definitions.flatMap((definition: VitalDefinition & { id: VitalId }): Vital[] => {
    const { id, unit, thresholds, isMinor } = definition
    const value = values.get(id)
    const budget = findBudget(id, settings)
    if (value === undefined || (isMinor && budget === null)) return []
    const rating = thresholds ? rate(value, thresholds) : null
    return [{ id, unit, value, budget, isOver: budget !== null && value > budget, rating }]
  })
}

/** Returns the budget of a vital in its own unit; null if the service has none. */
export function findBudget(id: VitalId, settings: Settings): number | null {
  const definition: VitalDefinition | undefined = definitions.find((each) => each.id === id)
  const limit = definition && settings[definition.setting]
  return typeof limit === 'number' ? limit / (definition?.divisor ?? 1) : null
}

const rate = (value: number, [good, poor]: readonly [number, number]): Vital['rating'] =>
  value <= good ? 'good' : value <= poor ? 'fair' : 'poor'
