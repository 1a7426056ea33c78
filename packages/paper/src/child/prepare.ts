import { deriveColours } from '@wachta/domain/brand-colours'
import type { ChartBlock, KeyFigure, ReportBlock, ReportCell, TableBlock } from '../report.ts'
import { type ReportLanguage, reportWords } from '../words.ts'
import { createTextCleaner } from './clean-text.ts'
import type { Fonts } from './fonts.ts'
import { bindShortWords, breakLongWords, truncateToWidth } from './line-breaks.ts'
import type { PackedReport } from './protocol.ts'
import { cellInsetPt, computeTableLayout } from './table-layout.ts'

/** The width between the margins of `report.typ`, in points. */
const textWidthPt = (176 * 72) / 25.4
const textSizePt = 9.2

/** The maximum lengths of printed texts. The rest is cut with an ellipsis, so that no field can fill a book. */
const maxLength = { line: 160, label: 120, value: 48, cell: 500, note: 2000, paragraph: 8000, alt: 1000, link: 2000 }
const maxSvgLength = 2_000_000

/**
 * Prepares the data for Typst: every text is printable and fits its place, and Typst treats it as data, never as markup
 * or code.
 */
export function prepareReport(report: PackedReport, fonts: Fonts): { data: object; replacedCharacters: number } {
  const cleaner = createTextCleaner(fonts.hasGlyph)
  const texts = new TextPreparer(cleaner.cleanLine, fonts.measure, report.language)
  const { branding } = report
  const words = reportWords[report.language]
  const line = (text: string) => texts.wrap(text, { max: maxLength.line, widthPt: textWidthPt, sizePt: textSizePt })
  const title = texts.wrap(report.title, { max: maxLength.line, widthPt: textWidthPt * 0.8, sizePt: 30 })
  const name = texts.toSingleLine(branding.name, { widthPt: textWidthPt * 0.62, sizePt: 12 })
  const fact = (text: string) => texts.wrap(text, { max: maxLength.label, widthPt: textWidthPt / 4 - 10, sizePt: 9 })
  const data = {
    language: report.language,
    // PDF metadata needs no line breaks.
    document_title: cleaner.cleanLine(report.title, maxLength.line),
    title,
    title_size: fonts.measure(title) * 30 < textWidthPt * 1.5 ? 30 : 21,
    subtitle: line(report.subtitle),
    facts: [
      [words.preparedFor, fact(report.account)],
      [words.period, fact(report.period)],
      [words.generated, fact(report.generated)],
    ],
    contact: (branding.contact ?? []).slice(0, 8).map(fact),
    contact_label: words.contact,
    page_of: words.pageOf,
    no_rows: words.noRows,
    name,
    logo: getLogoPath(report),
    logo_alt: words.logoOf.replace('{name}', () => cleaner.cleanLine(branding.name, maxLength.line)),
    header_left: texts.toSingleLine(branding.name, { widthPt: textWidthPt * 0.4, sizePt: 7.6 }),
    header_right: texts.toSingleLine([report.account, report.period].join(' · '), {
      widthPt: textWidthPt * 0.54,
      sizePt: 7.6,
    }),
    footer: texts.toSingleLine(report.footer, { widthPt: textWidthPt * 0.78, sizePt: 7.6 }),
    colours: deriveColours(branding.colour),
    introduction: report.introduction.map((text) => texts.paragraph(text, maxLength.paragraph)),
    blocks: report.blocks.map((block) => prepareBlock(block, texts, cleaner.cleanSvg)),
  }
  return { data, replacedCharacters: cleaner.countReplaced() }
}

/** Returns the path of the logo for the compiler. */
export function getLogoPath({ branding }: PackedReport): string | null {
  return branding.logo === undefined ? null : logoFileNames[branding.logo.media_type]
}

/** Typst detects the image format by the file name. */
export const logoFileNames = {
  'image/png': 'logo.png',
  'image/jpeg': 'logo.jpg',
  'image/svg+xml': 'logo.svg',
} as const

interface TextBox {
  readonly widthPt: number
  readonly sizePt: number
}

class TextPreparer {
  readonly clean: (text: string, maxLength: number) => string
  readonly measure: (text: string) => number
  readonly #language: ReportLanguage

  constructor(
    clean: (text: string, maxLength: number) => string,
    measure: (text: string) => number,
    language: ReportLanguage,
  ) {
    this.clean = clean
    this.measure = measure
    this.#language = language
  }

  wrap(text: string, { max, widthPt, sizePt }: TextBox & { readonly max: number }): string {
    return this.breakLines(this.clean(text, max), { widthPt, sizePt })
  }

  breakLines(cleaned: string, { widthPt, sizePt }: TextBox): string {
    const boundText = this.#language === 'pl' ? bindShortWords(cleaned) : cleaned
    return breakLongWords(boundText, (widthPt / sizePt) * 0.97, this.measure)
  }

  toSingleLine(text: string, { widthPt, sizePt }: TextBox): string {
    return truncateToWidth(this.clean(text, maxLength.line), widthPt / sizePt, this.measure)
  }

  paragraph(text: string, max: number): string {
    return this.wrap(text, { max, widthPt: textWidthPt - 30, sizePt: textSizePt })
  }
}

function prepareBlock(block: ReportBlock, texts: TextPreparer, cleanSvg: (svg: string) => string): object {
  switch (block.kind) {
    case 'heading': {
      const text = texts.wrap(block.text, { max: maxLength.line, widthPt: textWidthPt, sizePt: 17 })
      return { kind: block.kind, level: block.level, text }
    }
    case 'paragraph':
      return { kind: block.kind, text: texts.paragraph(block.text, maxLength.paragraph) }
    case 'note':
      return { kind: block.kind, text: texts.paragraph(block.text, maxLength.note) }
    case 'figures':
      return prepareFigures(block.items, texts)
    case 'definitions':
      return {
        kind: block.kind,
        items: block.items.map(({ label, value }) => ({
          label: texts.wrap(label, { max: maxLength.label, widthPt: 120, sizePt: textSizePt }),
          value: texts.wrap(value, { max: maxLength.note, widthPt: textWidthPt - 140, sizePt: textSizePt }),
        })),
      }
    case 'table':
      return prepareTable(block, texts)
    case 'chart':
      return prepareChart(block, texts, cleanSvg)
    case 'page_break':
      return { kind: block.kind }
  }
}

/** Arranges cards in rows of equal length: five in one row, eight in two rows of four. */
function prepareFigures(items: readonly KeyFigure[], texts: TextPreparer): object {
  const perRow = items.length <= 5 ? Math.max(items.length, 2) : items.length % 4 === 0 || items.length > 6 ? 4 : 3
  const widthPt = (textWidthPt - (perRow - 1) * 7) / perRow - 20
  const values = items.map(({ value }) => texts.clean(value, maxLength.value))
  const widest = Math.max(0, ...values.map(texts.measure))
  const sizePt = [17, 15, 13].find((size) => widest * size <= widthPt) ?? 11
  return {
    kind: 'figures',
    per_row: perRow,
    size: sizePt,
    items: items.map(({ label, note, tone }, index) => ({
      // Leaves space for the mark of the tone next to the label.
      label: texts.wrap(label, { max: maxLength.label, widthPt: widthPt - (hasMark(tone) ? 15 : 0), sizePt: 8 }),
      value: texts.breakLines(values[index] ?? '', { widthPt, sizePt }),
      note: note === undefined ? null : texts.wrap(note, { max: maxLength.label, widthPt, sizePt: 7.6 }),
      tone: tone ?? 'neutral',
    })),
  }
}

function prepareChart(block: ChartBlock, texts: TextPreparer, cleanSvg: (svg: string) => string): object {
  if (block.svg.length > maxSvgLength) throw new Error(`a chart has more than ${maxSvgLength} characters`)
  const height = block.height_mm
  return {
    kind: 'chart',
    svg: cleanSvg(block.svg),
    alt: texts.clean(block.alt, maxLength.alt),
    caption: block.caption === undefined ? null : texts.paragraph(block.caption, maxLength.note),
    height: height === undefined || !Number.isFinite(height) ? null : Math.min(Math.max(height, 10), 220),
  }
}

function prepareTable({ caption, columns, rows, has_total = false }: TableBlock, texts: TextPreparer): object {
  if (columns.length === 0 || columns.length > 40) throw new Error(`a table has ${columns.length} columns, not 1 to 40`)
  const labels = columns.map(({ label }) => texts.clean(label, maxLength.label))
  const cells = rows.map((row) => columns.map((_, index) => texts.clean(toText(row[index] ?? ''), maxLength.cell)))
  const { sizePt, widthsPt } = computeTableLayout({
    columns,
    lines: [labels, ...cells.map((line, row) => line.map((text, column) => text + reserveTone(rows[row]?.[column])))],
    measure: texts.measure,
    totalPt: textWidthPt,
  })
  const insetPt = columns.length > 10 ? 3 : cellInsetPt / 2
  const fitText = (text: string, index: number, tone?: string) => {
    const markPt = hasMark(tone) ? sizePt * 1.8 : 0
    const widthPt = Math.max((widthsPt[index] ?? 0) - 2 * insetPt - markPt, sizePt)
    return texts.breakLines(text, { widthPt, sizePt })
  }
  return {
    kind: 'table',
    caption: caption === undefined ? null : texts.paragraph(caption, maxLength.label),
    size: sizePt,
    inset: insetPt,
    widths: widthsPt,
    has_total,
    aligns: columns.map(({ align }) => align),
    header: labels.map((label, index) => fitText(label, index)),
    rows: cells.map((line, row) =>
      line.map((text, column) => {
        const { link, tone } = readDetails(rows[row]?.[column])
        const fitted = fitText(text, column, tone)
        return link === undefined && tone === undefined
          ? fitted
          : { text: fitted, link: link ?? null, tone: tone ?? null }
      }),
    ),
  }
}

const hasMark = (tone: string | undefined) => tone !== undefined && tone !== 'neutral'

/** Returns characters as wide as the extra space of a cell with a tone: its mark and the ends of its pill. */
const reserveTone = (cell: ReportCell | undefined) => (readDetails(cell).tone === undefined ? '' : '\u00a0MM')

const toText = (cell: ReportCell) => (typeof cell === 'string' ? cell : cell.text)

function readDetails(cell: ReportCell | undefined): { link?: string; tone?: string } {
  if (cell === undefined || typeof cell === 'string') return {}
  const link = cell.link === undefined ? undefined : toSafeLink(cell.link)
  return { ...(link === undefined ? {} : { link }), ...(cell.tone === undefined ? {} : { tone: cell.tone }) }
}

/** Returns the link if a browser or a mail program can open it. Of other links only the text is printed. */
function toSafeLink(link: string): string | undefined {
  if (link.length > maxLength.link || !URL.canParse(link)) return undefined
  const { protocol, href } = new URL(link)
  return ['http:', 'https:', 'mailto:'].includes(protocol) && /^[\x21-\x7e]+$/.test(href) ? href : undefined
}
