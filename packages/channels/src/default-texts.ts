import type { Language, Localized } from '@wachta/domain'
import type { Layout } from './layout.ts'

/**
 * The texts that the default templates of all channels share. They follow what someone on call asks first: what is down
 * and since when, then why and what to do, then where to look. A line whose variables are all empty is omitted, so a
 * value that some alerts lack needs a line of its own.
 */
const english = {
  started: '{{status}}: {{service_name}} ({{error_type}})',
  since:
    'Since {{start_time}} ({{time_zone}}), affected sensors: {{failing_sensors_count}} of {{sensors_count}} ' +
    '({{failing_sensors}}).',
  sinceShort: 'since {{start_time}}, {{failing_sensors_count}} of {{sensors_count}} sensors affected',
  address: 'Address: {{service_address}} ({{service_type}})',
  cause: 'Likely cause: {{diagnosis}}',
  steps: 'Next steps: {{next_steps}}',
  message: 'Error message: {{error_message}}',
  group: 'Group: {{group_name}}',
  account: 'Account: {{account_name}}',
  rule: 'Alert rule: {{event_name}}',
  analysis: 'Analysis {{analysis_id}}',
  acknowledge: 'Acknowledge',
  viewAnalysis: 'View analysis',
  viewService: 'View service',
  ended: '{{status}}: {{service_name}} ({{error_type}}, alert lasted {{duration}})',
  endedShort: '{{status}}: {{service_name}} ({{error_type}}), resolved at {{end_time}} after {{duration}}',
  period: 'The alert was open from {{start_time}} to {{end_time}} ({{time_zone}}).',
}

const polish: typeof english = {
  started: '{{status}}: {{service_name}} ({{error_type}})',
  since:
    'Od {{start_time}} ({{time_zone}}), dotyczy sensorów: {{failing_sensors_count}} z {{sensors_count}} ' +
    '({{failing_sensors}}).',
  sinceShort: 'od {{start_time}}, dotyczy sensorów: {{failing_sensors_count}} z {{sensors_count}}',
  address: 'Adres: {{service_address}} ({{service_type}})',
  cause: 'Prawdopodobna przyczyna: {{diagnosis}}',
  steps: 'Co zrobić: {{next_steps}}',
  message: 'Komunikat błędu: {{error_message}}',
  group: 'Grupa: {{group_name}}',
  account: 'Konto: {{account_name}}',
  rule: 'Reguła alertu: {{event_name}}',
  analysis: 'Analiza {{analysis_id}}',
  acknowledge: 'Potwierdź incydent',
  viewAnalysis: 'Zobacz analizę',
  viewService: 'Zobacz usługę',
  ended: '{{status}}: {{service_name}} ({{error_type}}, alert trwał {{duration}})',
  endedShort: '{{status}}: {{service_name}} ({{error_type}}), alert trwał {{duration}} i zakończył się {{end_time}}',
  period: 'Alert trwał od {{start_time}} do {{end_time}} ({{time_zone}}).',
}

type Texts = typeof english

export const startSubject = localize((texts) => texts.started)
export const endSubject = localize((texts) => texts.ended)

/** The labels of the links in a message, for channels that turn them into buttons. */
export const acknowledgeLabel = localize((texts) => texts.acknowledge)
export const analysisLabel = localize((texts) => texts.viewAnalysis)
export const serviceLabel = localize((texts) => texts.viewService)

/** One line, for channels that show only one. */
export const startLine = localize((texts) => `${texts.started}, ${texts.sinceShort}.`)
export const endLine = localize((texts) => `${texts.endedShort}.`)

/** What happened, why, what to do, where to look. */
export function buildStartMessage(layout: Layout): Localized {
  return localize((texts) =>
    layout.paragraphs([renderFacts(texts, layout), renderAdvice(texts, layout), renderStartLinks(texts, layout)]),
  )
}

/** Like `buildStartMessage`, with the error message of a sensor, the group and account, and the alert rule. */
export function buildStartDetails(layout: Layout): Localized {
  return localize((texts) =>
    layout.paragraphs([
      renderFacts(texts, layout),
      renderAdvice(texts, layout),
      renderDetails(texts, layout),
      renderStartLinks(texts, layout),
    ]),
  )
}

export function buildEndMessage(layout: Layout): Localized {
  return localize((texts) => layout.paragraphs([renderRecovery(texts, layout), renderEndLinks(texts, layout)]))
}

export function buildEndDetails(layout: Layout): Localized {
  return localize((texts) =>
    layout.paragraphs([
      renderRecovery(texts, layout),
      layout.lines([texts.address, texts.group, texts.account, texts.rule]),
      renderEndLinks(texts, layout),
    ]),
  )
}

const renderFacts = (texts: Texts, layout: Layout) =>
  layout.lines([layout.strong(texts.started), texts.since, texts.address])

const renderAdvice = (texts: Texts, layout: Layout) => layout.lines([texts.cause, texts.steps])

const renderDetails = (texts: Texts, layout: Layout) =>
  layout.lines([texts.message, texts.group, texts.account, texts.rule, texts.analysis])

const renderStartLinks = (texts: Texts, layout: Layout) =>
  layout.lines([
    layout.link(texts.acknowledge, 'acknowledge_link'),
    layout.link(texts.viewAnalysis, 'analysis_link'),
    layout.link(texts.viewService, 'service_link'),
  ])

const renderRecovery = (texts: Texts, layout: Layout) => layout.lines([layout.strong(texts.ended), texts.period])

const renderEndLinks = (texts: Texts, layout: Layout) =>
  layout.lines([layout.link(texts.viewAnalysis, 'analysis_link'), layout.link(texts.viewService, 'service_link')])

function localize(write: (texts: Texts) => string): Record<Language, string> {
  return { pl: write(polish), en: write(english) }
}
