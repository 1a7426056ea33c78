import type { Language, Localized } from '@wachta/domain'
import type { Layout } from './layout.ts'

/**
 * What the channels say in common. The order is that of somebody just woken: what fails and since when, then why and
 * what to do, then where to look. Only variables that every failure fills are used: there is no way to leave out a label.
 */
const english = {
  problem: '{{service_name}}: {{error_type}}',
  since:
    'Since {{start_time}} ({{time_zone}}), seen by {{failing_sensors_count}} of {{sensors_count}} sensors: ' +
    '{{failing_sensors}}.',
  sinceBriefly: 'since {{start_time}}, {{failing_sensors_count}} of {{sensors_count}} sensors',
  address: 'Address: {{service_address}} ({{service_type}})',
  cause: 'Likely cause: {{diagnosis}}',
  steps: 'What to do: {{next_steps}}',
  message: 'Message from the sensor: {{error_message}}',
  place: 'Group: {{group_name}}, account: {{account_name}}',
  reason: 'Event: {{event_name}}, escalation: {{escalation_name}}, repeat: {{repeat_number}}',
  analysis: 'Analysis {{analysis_id}}, average response time {{response_time}} ms',
  evidence: 'Results and artifacts',
  acknowledge: 'I am on it',
  service: 'The service in the panel',
  works: '{{service_name}} works again',
  ended: 'It recovered at {{end_time}} ({{time_zone}}), after {{duration}}.',
  endedBriefly: 'works again since {{end_time}}, after {{duration}}',
  was: 'What failed: {{error_type}}, since {{start_time}}.',
}

const polish: typeof english = {
  problem: '{{service_name}}: {{error_type}}',
  since:
    'Od {{start_time}} ({{time_zone}}), sensory z błędem: {{failing_sensors_count}} z {{sensors_count}} ' +
    '({{failing_sensors}}).',
  sinceBriefly: 'od {{start_time}}, sensory z błędem: {{failing_sensors_count}} z {{sensors_count}}',
  address: 'Adres: {{service_address}} ({{service_type}})',
  cause: 'Prawdopodobna przyczyna: {{diagnosis}}',
  steps: 'Co zrobić: {{next_steps}}',
  message: 'Komunikat sensora: {{error_message}}',
  place: 'Grupa: {{group_name}}, konto: {{account_name}}',
  reason: 'Zdarzenie: {{event_name}}, eskalacja: {{escalation_name}}, powtórzenie: {{repeat_number}}',
  analysis: 'Analiza {{analysis_id}}, średni czas odpowiedzi {{response_time}} ms',
  evidence: 'Wyniki i artefakty',
  acknowledge: 'Zajmuję się tym',
  service: 'Usługa w panelu',
  works: '{{service_name}} znów działa',
  ended: 'Działa od {{end_time}} ({{time_zone}}), problem trwał {{duration}}.',
  endedBriefly: 'znów działa od {{end_time}}, problem trwał {{duration}}',
  was: 'Co zawiodło: {{error_type}}, od {{start_time}}.',
}

type Words = typeof english

export const startSubject = inBoth((words) => `[Problem] ${words.problem}`)
export const endSubject = inBoth((words) => `[OK] ${words.works}`)

/** What the links of a message are called, for channels that make buttons of them. */
export const acknowledgeLabel = inBoth((words) => words.acknowledge)
export const evidenceLabel = inBoth((words) => words.evidence)
export const serviceLabel = inBoth((words) => words.service)

/** One line, for what is glanced at. */
export const startLine = inBoth((words) => `${words.problem}, ${words.sinceBriefly}.`)
export const endLine = inBoth((words) => `{{service_name}}: ${words.endedBriefly}.`)

/** What happened, why, what to do, where to look. */
export function startMessage(layout: Layout): Localized {
  return inBoth((words) => layout.paragraphs([facts(words, layout), advice(words, layout), links(words, layout)]))
}

/** The same with the sensor's own words, the place in the account and what led to the notification. */
export function startDetails(layout: Layout): Localized {
  return inBoth((words) =>
    layout.paragraphs([facts(words, layout), advice(words, layout), details(words, layout), links(words, layout)]),
  )
}

export function endMessage(layout: Layout): Localized {
  return inBoth((words) => layout.paragraphs([recovery(words, layout), review(words, layout)]))
}

export function endDetails(layout: Layout): Localized {
  return inBoth((words) =>
    layout.paragraphs([
      recovery(words, layout),
      layout.lines([words.address, words.place, words.reason]),
      review(words, layout),
    ]),
  )
}

const facts = (words: Words, layout: Layout) => layout.lines([layout.strong(words.problem), words.since, words.address])

const advice = (words: Words, layout: Layout) => layout.lines([words.cause, words.steps])

const details = (words: Words, layout: Layout) =>
  layout.lines([words.message, words.place, words.reason, words.analysis])

const links = (words: Words, layout: Layout) =>
  layout.lines([
    layout.link(words.acknowledge, 'acknowledge_link'),
    layout.link(words.evidence, 'analysis_link'),
    layout.link(words.service, 'service_link'),
  ])

const recovery = (words: Words, layout: Layout) =>
  layout.lines([layout.strong(`${words.works}.`), words.ended, words.was])

const review = (words: Words, layout: Layout) =>
  layout.lines([layout.link(words.evidence, 'analysis_link'), layout.link(words.service, 'service_link')])

function inBoth(write: (words: Words) => string): Record<Language, string> {
  return { pl: write(polish), en: write(english) }
}
