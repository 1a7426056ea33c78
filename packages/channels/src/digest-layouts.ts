import type { Localized } from '@wachta/domain'
import type { DigestFormat, DigestState } from './digest-format.ts'
import { type DigestTexts, digestTexts } from './digest-texts.ts'
import { htmlLayout, type Layout } from './layout.ts'

/** Digests in the layout of a channel's other messages: for each notification some lines, with its own links. */
export function createDigestFormat(layout: Layout, maxLines: number): DigestFormat {
  const write = (texts: DigestTexts, isStart: boolean) =>
    layout.lines([
      layout.strong('{{status}}: {{service_name}}'),
      isStart ? texts.started : texts.ended,
      ...listLinks(texts, isStart).map(([label, variable]) => layout.link(label, variable)),
    ])
  return {
    maxLines,
    templates: localizeStates(write),
    frame: ({ summary, lines, zone }) => layout.paragraphs([layout.strong(summary), ...lines, zone]),
  }
}

/** Digests for mail programs: each notification has a bar in the colour of its state. */
export function createHtmlDigestFormat(maxLines: number): DigestFormat {
  const write = (texts: DigestTexts, isStart: boolean, state: DigestState) => {
    const links = listLinks(texts, isStart).map(([label, variable]) => htmlLayout.link(label, variable))
    return [
      `<div id="{{line_id}}" style="${lineStyle};border-left:4px solid ${accents[state]}">`,
      `<strong>{{status}}: {{service_name}}</strong><br>`,
      `${isStart ? texts.started : texts.ended}<br>`,
      ...links.map((link) => `<div style="${linkStyle}">${link}</div>`),
      '</div>',
    ].join('\n')
  }
  return {
    maxLines,
    templates: localizeStates(write),
    frame: ({ summary, lines, zone }) =>
      [`<p>${htmlLayout.strong(summary)}</p>`, ...lines, `<p>${zone}</p>`].join('\n'),
  }
}

const lineStyle = 'margin:0 0 14px;padding:2px 0 2px 14px'
/** Side by side; in the plain text, which is made from the HTML, each has a line of its own. */
const linkStyle = 'display:inline-block;margin-right:20px'

/** As in the messages about one alert, and amber for a warning; legible in both themes. */
const accents: Readonly<Record<DigestState, string>> = {
  down: '#d32f2f',
  warning: '#d98200',
  recovered: '#2e9e4f',
  resolved: '#2e9e4f',
}

/** Only an open alert can be acknowledged. */
const listLinks = (texts: DigestTexts, isStart: boolean): [string, string][] => [
  ...(isStart ? [[texts.acknowledge, 'acknowledge_link'] as [string, string]] : []),
  [texts.analysis, 'analysis_link'],
]

function localizeStates(
  write: (texts: DigestTexts, isStart: boolean, state: DigestState) => string,
): DigestFormat['templates'] {
  const localize = (state: DigestState): Localized => {
    const isStart = state === 'down' || state === 'warning'
    return { pl: write(digestTexts.pl, isStart, state), en: write(digestTexts.en, isStart, state) }
  }
  return {
    down: localize('down'),
    warning: localize('warning'),
    recovered: localize('recovered'),
    resolved: localize('resolved'),
  }
}
