/** The blocks of a report: texts and numbers, independent of the format in which it is printed. */
export type DocumentBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | {
      readonly kind: 'figures'
      readonly items: readonly {
        readonly label: string
        readonly value: string
        readonly note?: string
        readonly tone?: DocumentTone
      }[]
    }
  | { readonly kind: 'definitions'; readonly items: readonly { readonly label: string; readonly value: string }[] }
  | {
      readonly kind: 'table'
      readonly caption?: string
      readonly columns: readonly {
        readonly label: string
        readonly align: 'left' | 'right'
        /** The relative width. If no column has a share, the widths follow the content. */
        readonly share?: number
      }[]
      readonly rows: readonly (readonly DocumentCell[])[]
      /** True if the last row contains totals. */
      readonly has_total?: boolean
    }
  | { readonly kind: 'chart'; readonly chart: ReportChart; readonly alt: string; readonly caption?: string }
  | { readonly kind: 'page_break' }

export type DocumentTone = 'good' | 'warning' | 'bad' | 'neutral'

export type DocumentCell = string | { readonly text: string; readonly link?: string; readonly tone?: DocumentTone }

/**
 * The data of a chart. Service levels and targets are percentages; a level of the type string is a percentage with its
 * sign, to be printed. Days are those of the time zone of the report.
 */
export type ReportChart =
  | {
      readonly type: 'availability_strips'
      readonly strips: readonly {
        readonly label: string
        readonly level: string
        readonly target: number | null
        readonly days: readonly { readonly date: string; readonly level: number | null }[]
      }[]
      readonly label: string
    }
  | {
      readonly type: 'availability_bars'
      readonly days: readonly { readonly date: string; readonly level: number | null }[]
      readonly target: number | null
      readonly label: string
    }
  | {
      readonly type: 'hour_heat_map'
      /** One value for each of the 168 hours of the week, Monday 0:00 first. */
      readonly levels: readonly (number | null)[]
      readonly week_days: readonly string[]
      readonly label: string
    }
  | {
      readonly type: 'response_time_bands'
      readonly points: readonly {
        readonly date: string
        readonly average: number | null
        readonly minimum: number | null
        readonly maximum: number | null
      }[]
      readonly label: string
      readonly unit: string
    }
  | {
      readonly type: 'budget_burn'
      /**
       * The share of the budget that is left at the end of each day: 1 if nothing is spent, negative if it is
       * overspent.
       */
      readonly days: readonly { readonly date: string; readonly left: number }[]
      readonly label: string
    }
