import {
  type Channel,
  channel,
  findTemplateProblems,
  renderMessage,
  sampleEndStatus,
  sampleValues,
  splitIntoSegments,
} from '@wachta/channels'
import { type Language, languages } from '@wachta/domain'
import { reject, rejectAny, type Values, type Violation } from '@wachta/resource'
import { templateVariables } from '../dictionaries/template-variables.ts'

export const defaultSubject = 'Wachta: {{service_name}}'

/** The texts of a template, with their channel and language. */
export interface ChannelTexts {
  readonly channel: Channel
  readonly language: Language
  readonly start_template: string
  readonly end_template: string
  readonly start_subject: string
  readonly end_subject: string
}

/** A template as a recipient sees it. */
export interface RenderedPreview {
  readonly start_subject: string
  readonly start_text: string
  readonly end_subject: string
  readonly end_text: string
  readonly start_segments?: SegmentCount
  readonly end_segments?: SegmentCount
}

/** The segments of an SMS, which networks count and charge. */
interface SegmentCount {
  readonly alphabet: 'gsm7' | 'ucs2'
  readonly count: number
}

/** Reads the texts of a request or a record, with the defaults of a new template. */
export function readChannelTexts(values: Values, defaultLanguage = 'pl'): ChannelTexts {
  const { language_id = defaultLanguage } = values
  const readText = (name: string, fallback: string) => String(values[name] ?? fallback)
  return {
    channel: channel(String(values['channel_id'])) ?? reject('unknown_reference', 'data.channel_id'),
    language: languages.find((language) => language === language_id) ?? reject('unknown_reference', 'data.language_id'),
    start_template: readText('start_template', ''),
    end_template: readText('end_template', ''),
    start_subject: readText('start_subject', defaultSubject),
    end_subject: readText('end_subject', defaultSubject),
  }
}

/** Rejects texts that cannot be sent, with all violations by field. */
export function rejectUnsendable(texts: ChannelTexts): void {
  rejectAny([
    ...bodies.flatMap((name) => [...findTagViolations(texts[name], name), ...findJsonViolations(texts, name)]),
    ...listSubjects(texts).flatMap((name) => findTagViolations(texts[name], name)),
  ])
}

/** Renders the texts with the sample values or those of a real alert. */
export function renderPreview(texts: ChannelTexts, values = sampleValues[texts.language]): RenderedPreview {
  const start = renderMessage(texts.channel, { subject: texts.start_subject, text: texts.start_template }, values)
  const endValues = { ...values, status: sampleEndStatus[texts.language] }
  const end = renderMessage(texts.channel, { subject: texts.end_subject, text: texts.end_template }, endValues)
  const [start_segments, end_segments] = [start, end].map(({ text }) => countSmsSegments(text, texts.channel))
  return {
    start_subject: start.subject,
    start_text: start.text,
    ...(start_segments && { start_segments }),
    end_subject: end.subject,
    end_text: end.text,
    ...(end_segments && { end_segments }),
  }
}

/** An empty text is not sent, so it has no segments. */
function countSmsSegments(text: string, { id }: Channel): SegmentCount | undefined {
  if (id !== 'sms' || text === '') return undefined
  const { alphabet, parts } = splitIntoSegments(text)
  return { alphabet, count: parts.length }
}

const bodies = ['start_template', 'end_template'] as const
const subjects = ['start_subject', 'end_subject'] as const
const variables: ReadonlySet<string> = new Set(templateVariables.entries.map(({ id }) => id))

/** Subjects of channels without subjects are not validated, because they are never sent. */
const listSubjects = (texts: ChannelTexts) => (texts.channel.hasSubject ? subjects : [])

function findTagViolations(text: string, name: string): Violation[] {
  return findTemplateProblems(text, variables).map(({ symbol, variable = '' }) => ({
    symbol,
    field: `data.${name}`,
    params: { variable, form: '{{name}}' },
  }))
}

/** The template of a webhook is its whole body, so it must be JSON. An empty one falls back to the default. */
function findJsonViolations(texts: ChannelTexts, name: (typeof bodies)[number]): Violation[] {
  const isExempt =
    texts.channel.escape !== 'json' || texts[name] === '' || findTagViolations(texts[name], name).length > 0
  const { text } = renderMessage(texts.channel, { subject: '', text: texts[name] }, sampleValues[texts.language])
  return isExempt || isJson(text) ? [] : [{ symbol: 'template_not_json', field: `data.${name}` }]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
