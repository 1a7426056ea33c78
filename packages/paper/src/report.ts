export type ReportTone = 'good' | 'warning' | 'bad' | 'neutral'

export type ReportCell = string | { readonly text: string; readonly link?: string; readonly tone?: ReportTone }

export interface KeyFigure {
  readonly label: string
  readonly value: string
  readonly note?: string
  readonly tone?: ReportTone
}

export interface TableColumn {
  readonly label: string
  readonly align: 'left' | 'right'
  /** The relative width. If no column has a share, the widths follow the content. */
  readonly share?: number
}

export interface TableBlock {
  readonly kind: 'table'
  readonly caption?: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly ReportCell[])[]
  /** True if the last row contains totals. */
  readonly has_total?: boolean
}

export interface ChartBlock {
  readonly kind: 'chart'
  /** SVG made by the chart functions of this package. */
  readonly svg: string
  readonly alt: string
  readonly caption?: string
  readonly height_mm?: number
}

export type ReportBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'figures'; readonly items: readonly KeyFigure[] }
  | { readonly kind: 'definitions'; readonly items: readonly { readonly label: string; readonly value: string }[] }
  | TableBlock
  | ChartBlock
  | { readonly kind: 'page_break' }

export type LogoMediaType = 'image/svg+xml' | 'image/png' | 'image/jpeg'

export interface Branding {
  readonly name: string
  /** `#rrggbb`; anything else is replaced by a neutral blue. */
  readonly colour: string
  readonly logo?: { readonly media_type: LogoMediaType; readonly content: Uint8Array }
  readonly contact?: readonly string[]
}

/** A report made of texts and numbers. The texts may be untrusted: they are printed literally, never interpreted. */
export interface PrintedReport {
  readonly language: 'en' | 'pl'
  readonly title: string
  readonly subtitle: string
  readonly account: string
  readonly period: string
  /** The time when the report was made, as a formatted text. */
  readonly generated: string
  /**
   * The creation time in the metadata, in epoch milliseconds: an input, so that the same input results in the same
   * bytes.
   */
  readonly created_at: number
  readonly branding: Branding
  readonly introduction: readonly string[]
  readonly blocks: readonly ReportBlock[]
  readonly footer: string
}

export interface PrintOptions {
  readonly timeoutMs?: number
  readonly maxMegabytes?: number
  readonly signal?: AbortSignal
}

export interface PrintResult {
  readonly pdf: Uint8Array
  /** `1.7` if the report could not be exported as archivable PDF/A-2a. */
  readonly standard: 'a-2a' | '1.7'
  /** The number of characters that our fonts lack; they are printed as U+FFFD. */
  readonly replacedCharacters: number
}

export interface DrawnReport {
  /** All pages, one below the other; each has the same height. */
  readonly svg: string
  readonly pages: number
}
