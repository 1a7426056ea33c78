import { renderHtmlHead } from '@wachta/channels'
import { defaultAccentColour, deriveColours } from '@wachta/domain/brand-colours'
import type { ReportFormat, ReportSummary } from '@wachta/report'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { MailMessage } from '../../platform/mail/messages/message.ts'
import { type RenderedMail, render } from '../../platform/mail/render.ts'
import { mailStyle } from './report-mail-style.ts'
import { reportMailTexts } from './report-mail-texts.ts'

/** The name under which the HTML refers to the logo that the message carries. */
export const logoContentId = 'logo@report'

export interface ReportMail {
  readonly document: ReportSummary
  readonly format: ReportFormat
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly link: string
  readonly isAttached: boolean
  /** Additional notes, such as where the proof file is. */
  readonly notes: readonly string[]
}

const maxShownServices = 5

/**
 * Renders the e-mail that carries a report: as HTML, designed for phones first, for light and dark themes, and as plain
 * text with the same numbers.
 */
export function renderReportMail(mail: ReportMail): RenderedMail {
  const { subject, text } = render(toMessage(mail))
  return { subject, text, html: renderHtml(mail, subject) }
}

/** Returns whether the message shows the logo beside the name: mail programs do not display SVG. */
export const hasShownLogo = ({ branding: { logo } }: ReportSummary): boolean =>
  logo !== null && logo.media_type !== 'image/svg+xml'

function toMessage({ document, format, subject, paragraphs, link, isAttached, notes }: ReportMail): MailMessage {
  const texts = reportMailTexts[format.language]
  const { figures } = format.words
  const { totals, branding } = document
  const worst = selectWorstServices(document)
  return {
    language: format.language,
    subject,
    opening: paragraphs,
    facts: [
      [figures.serviceLevel, format.percentage(totals.service_level)],
      ...(totals.budget === null ? [] : [[texts.target, format.target(totals.budget.target)] as const]),
      ...listKeyFigures({ document, format }),
    ],
    ...(worst.length > 0 && {
      list: {
        heading: texts.attention(maxShownServices),
        facts: worst.map((one) => [one.name, format.percentage(one.service_level)] as const),
      },
    }),
    action: { label: texts.open, link, otherwise: texts.otherwise },
    closing: [isAttached ? texts.attached : texts.linked, ...notes],
    signature: [branding.name, ...listContactLines(document), texts.signature],
  }
}

function listKeyFigures({ document, format }: Pick<ReportMail, 'document' | 'format'>): (readonly [string, string])[] {
  const { totals } = document
  const { figures } = format.words
  return [
    [figures.failures, format.number(totals.failures_count)],
    [figures.failureTime, format.duration(totals.failure_seconds)],
    [figures.incidents, format.number(totals.incidents_count)],
  ]
}

/** The services that need attention, because they missed their target or were down; the lowest service level first. */
const selectWorstServices = ({ services }: ReportSummary): ReportSummary['services'] =>
  services
    .filter(({ budget, failures_count }) => budget?.is_met === false || failures_count > 0)
    .toSorted((one, other) => (one.service_level ?? 101) - (other.service_level ?? 101))
    .slice(0, maxShownServices)

const listContactLines = ({ branding }: ReportSummary): string[] =>
  [branding.contact_text, branding.contact_email_address, branding.contact_phone_number, branding.contact_url].filter(
    (line) => line !== null,
  )

function renderHtml(report: ReportMail, subject: string): string {
  const { document, format, paragraphs, link } = report
  const { language } = format
  const texts = reportMailTexts[language]
  const colours = deriveColours(document.branding.accent_colour ?? defaultAccentColour)
  return `${renderHtmlHead({ language, subject, style: mailStyle(colours) })}
<body class="page" style="margin:0;padding:0;background:#eef0f3;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1a1d21">
<div class="preview">${escapeHtml(buildPreviewText(report))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:16px 8px 28px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background:#ffffff;border-radius:12px;overflow:hidden;border:1px solid #dfe2e6">
<tr><td class="pad band" style="background:${colours.band};color:${colours.onBand};padding:22px 28px 24px">${renderBrand(document)}
<h1 style="margin:18px 0 4px;font-size:23px;line-height:1.25;font-weight:700;color:${colours.onBand};overflow-wrap:anywhere"><bdi>${escapeHtml(document.report.title)}</bdi></h1>
<p style="margin:0;font-size:15px;color:${colours.onBand}"><bdi>${escapeHtml(document.account.name)}</bdi> · ${escapeHtml(format.period(document.period.from, document.period.to))}</p></td></tr>
<tr><td class="pad" style="padding:24px 28px 8px">
${renderLevel(report)}
${paragraphs.map((each) => `<p style="margin:0 0 14px;overflow-wrap:anywhere">${escapeHtml(each)}</p>`).join('\n')}
${renderServices(report)}
<p style="margin:22px 0 14px"><a class="button" href="${escapeHtml(link)}" style="display:block;text-align:center;padding:14px 20px;border-radius:8px;background:${colours.band};color:${colours.onBand};font-weight:600;text-decoration:none">${escapeHtml(texts.open)}</a></p>
<p class="muted" style="margin:0 0 14px;font-size:14px;color:#565c64">${escapeHtml(report.isAttached ? texts.attached : texts.linked)}</p>
<p class="muted" style="margin:0 0 14px;font-size:12px;line-height:1.4;color:#565c64;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(texts.otherwise)}<br>${escapeHtml(link)}</p>
${report.notes.map(renderNote).join('\n')}</td></tr>
<tr><td class="pad foot" style="padding:16px 28px 20px;background:#f5f6f8;border-top:1px solid #dfe2e6;font-size:13px">${renderFoot(document, texts.signature)}</td></tr>
</table></td></tr></table>
</body>
</html>
`
}

const renderNote = (text: string) =>
  `<p class="muted" style="margin:0 0 14px;font-size:12px;line-height:1.4;color:#565c64;overflow-wrap:anywhere;word-break:break-word">${escapeHtml(text)}</p>`

/** The preheader, which mail clients show under the subject. */
function buildPreviewText({ document, format }: ReportMail): string {
  return listKeyFigures({ document, format })
    .map(([label, value]) => `${label}: ${value}`)
    .join(' · ')
}

function renderBrand(document: ReportSummary): string {
  const name = escapeHtml(document.branding.name)
  const image = hasShownLogo(document)
    ? `<span style="display:inline-block;background:#ffffff;border-radius:6px;padding:6px;vertical-align:middle;margin-right:10px"><img src="cid:${logoContentId}" alt="" height="28" style="display:block;height:28px;max-width:160px;border:0"></span>`
    : ''
  return `<div style="font-size:15px;font-weight:600;overflow-wrap:anywhere">${image}<bdi>${name}</bdi></div>`
}

function renderLevel({ document, format }: ReportMail): string {
  const { totals } = document
  const { figures } = format.words
  const { budget } = totals
  const tone = budget?.is_met === true ? 'good' : budget?.is_met === false ? 'bad' : 'plain'
  const target = budget === null ? '' : format.target(budget.target)
  const note = { good: figures.targetMet(target), bad: figures.targetMissed(target), plain: '' }[tone]
  const cells = listKeyFigures({ document, format }).map(
    ([label, value]) =>
      `<td class="cell" width="33%" valign="bottom" style="padding:10px 4px 10px 0"><div class="muted" style="font-size:13px;line-height:1.3;color:#565c64">${escapeHtml(label)}</div><div style="font-size:18px;font-weight:600;line-height:1.35">${escapeHtml(value)}</div></td>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr><td colspan="3" class="${tone}" style="padding:14px 16px;border-radius:8px;${levelColours[tone]}"><div style="font-size:14px">${escapeHtml(figures.serviceLevel)}</div><div style="font-size:34px;line-height:1.2;font-weight:700;letter-spacing:-.5px">${escapeHtml(format.percentage(totals.service_level))}</div>${note === '' ? '' : `<div style="font-size:14px">${tone === 'good' ? '✓' : '✗'} ${escapeHtml(note)}</div>`}</td></tr>
<tr>${cells.join('')}</tr></table>`
}

const levelColours = {
  good: 'background:#e2f3e9;color:#116239',
  bad: 'background:#fdeae8;color:#a11d15',
  plain: 'background:#f5f6f8;color:#1a1d21',
}

function renderServices({ document, format }: ReportMail): string {
  const worst = selectWorstServices(document)
  if (worst.length === 0) return ''
  const rows = worst.map(({ name, service_level, budget }) => {
    const isMissed = budget?.is_met === false
    const colour = isMissed ? '#a11d15' : '#1a1d21'
    return `<tr><td class="line" style="padding:8px 8px 8px 0;border-top:1px solid #dfe2e6;overflow-wrap:anywhere"><bdi>${escapeHtml(name)}</bdi></td><td class="line${isMissed ? ' missed' : ''}" align="right" style="padding:8px 0;border-top:1px solid #dfe2e6;white-space:nowrap;font-weight:600;color:${colour}">${isMissed ? '✗ ' : ''}${escapeHtml(format.percentage(service_level))}</td></tr>`
  })
  return `<h2 style="margin:20px 0 8px;font-size:16px">${escapeHtml(reportMailTexts[format.language].attention(maxShownServices))}</h2>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="font-size:15px;table-layout:auto">${rows.join('')}</table>`
}

function renderFoot(document: ReportSummary, signature: string): string {
  const { branding } = document
  const lines = listContactLines(document).map(
    (line) => `<div style="overflow-wrap:anywhere">${linkContact(line, branding)}</div>`,
  )
  return `<div style="font-weight:600;overflow-wrap:anywhere"><bdi>${escapeHtml(branding.name)}</bdi></div>
${lines.join('\n')}
<div class="muted" style="margin-top:10px;color:#565c64">${escapeHtml(signature)}</div>`
}

function linkContact(line: string, branding: ReportSummary['branding']): string {
  const anchor = (target: string) =>
    `<a class="link" href="${escapeHtml(target)}" style="color:inherit">${escapeHtml(line)}</a>`
  if (line === branding.contact_email_address) return anchor(`mailto:${encodeURI(line)}`)
  if (line === branding.contact_url && /^https?:\/\//i.test(line)) return anchor(line)
  return escapeHtml(line)
}
