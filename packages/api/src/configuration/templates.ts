import { type Channel, channel, renderTemplate, sampleValues, templateFaults } from '@wachta/channels'
import { type Language, languages } from '@wachta/domain'
import { type Fault, refuse, refuseAny, type Values } from '@wachta/resource'
import { templateVariables } from '../dictionaries/template-variables.ts'

export const defaultSubject = 'Wachta: {{service_name}}'

/** The texts of a template, with what they are written for. */
export interface Texts {
  readonly channel: Channel
  readonly language: Language
  readonly start_template: string
  readonly end_template: string
  readonly start_subject: string
  readonly end_subject: string
}

/** A template as the recipient would read it. */
export interface Preview {
  readonly start_subject: string
  readonly start_text: string
  readonly end_subject: string
  readonly end_text: string
}

/** The texts of a request or a record; what it leaves out is as a new template has it. */
export function textsOf(values: Values, usualLanguage = 'pl'): Texts {
  const { language_id = usualLanguage } = values
  const text = (name: string, otherwise: string) => String(values[name] ?? otherwise)
  return {
    channel: channel(String(values['channel_id'])) ?? refuse('unknown_reference', 'data.channel_id'),
    language: languages.find((language) => language === language_id) ?? refuse('unknown_reference', 'data.language_id'),
    start_template: text('start_template', ''),
    end_template: text('end_template', ''),
    start_subject: text('start_subject', defaultSubject),
    end_subject: text('end_subject', defaultSubject),
  }
}

/** Tells everything that keeps the texts from being sent, each fault on the text that it is in. */
export function refuseUnsendable(texts: Texts): void {
  refuseAny([
    ...bodies.flatMap((name) => [...tagFaults(texts[name], name), ...jsonFaults(texts, name)]),
    ...subjectsOf(texts).flatMap((name) => tagFaults(texts[name], name)),
  ])
}

/** The texts with the values of an example; a subject is one line of plain text, whatever the channel. */
export function previewOf(texts: Texts, values = sampleValues[texts.language]): Preview {
  const subject = (name: (typeof subjects)[number]) =>
    texts.channel.hasSubject ? renderTemplate(texts[name], values, 'plain', maximumSubject) : ''
  return {
    start_subject: subject('start_subject'),
    start_text: rendered(texts, 'start_template', values),
    end_subject: subject('end_subject'),
    end_text: rendered(texts, 'end_template', values),
  }
}

const bodies = ['start_template', 'end_template'] as const
const subjects = ['start_subject', 'end_subject'] as const
const maximumSubject = 1000
const variables: ReadonlySet<string> = new Set(templateVariables.entries.map(({ id }) => id))

/** Where a channel has no subjects, nobody ever sees what stands there. */
const subjectsOf = (texts: Texts) => (texts.channel.hasSubject ? subjects : [])

const rendered = (texts: Texts, name: (typeof bodies)[number], values = sampleValues[texts.language]): string =>
  renderTemplate(texts[name], values, texts.channel.escape, texts.channel.maximumText)

function tagFaults(text: string, name: string): Fault[] {
  return templateFaults(text, variables).map(({ symbol, variable = '' }) => ({
    symbol,
    field: `data.${name}`,
    params: { variable, form: '{{name}}' },
  }))
}

/** What a webhook sends is its template and nothing around it. An empty one is none. */
function jsonFaults(texts: Texts, name: (typeof bodies)[number]): Fault[] {
  const isExempt = texts.channel.escape !== 'json' || texts[name] === '' || tagFaults(texts[name], name).length > 0
  return isExempt || isJson(rendered(texts, name)) ? [] : [{ symbol: 'template_not_json', field: `data.${name}` }]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
