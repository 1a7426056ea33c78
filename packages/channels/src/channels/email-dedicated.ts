import { emailAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { mailText } from '../mail-delivery.ts'

// Field names of the API, in the same place and order in every message, because a program reads them.
const fields = ['service_id', 'service_name', 'service_address', 'service_type', 'group_name', 'account_name']
const problem = ['error_type_id', 'error_type', 'error_message', 'failing_sensors_count', 'sensors_count']
const start = ['event: start', ...renderVariables([...fields, ...problem, 'start_time', 'time_zone', 'analysis_id'])]
const end = [
  'event: end',
  ...renderVariables([...fields, 'error_type_id', 'start_time', 'end_time', 'duration', 'time_zone']),
]

export const emailDedicated = defineChannel('email_dedicated', {
  name: { pl: 'E-mail dedykowany', en: 'Dedicated e-mail' },
  description: {
    pl: 'Wiadomość o stałym układzie dla programu, który ją czyta, na przykład systemu zgłoszeń.',
    en: 'A message in a fixed layout for a program that reads it, such as a ticket system.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  hasAttachments: true,
  hasFixedLines: true,
  maxText: 100_000,
  templates: buildDefaultTemplates({
    // The same number in both subjects lets a ticket system join the end to the start.
    startSubject: {
      pl: '[Wachta {{service_id}}] {{service_name}}: {{error_type}}',
      en: '[Wachta {{service_id}}] {{service_name}}: {{error_type}}',
    },
    start: {
      pl: [
        ...start,
        '',
        'Prawdopodobna przyczyna: {{diagnosis}}',
        'Co zrobić: {{next_steps}}',
        '{{analysis_link}}',
      ].join('\n'),
      en: [...start, '', 'Likely cause: {{diagnosis}}', 'Next steps: {{next_steps}}', '{{analysis_link}}'].join('\n'),
    },
    endSubject: {
      pl: '[Wachta {{service_id}}] {{service_name}}: koniec alertu',
      en: '[Wachta {{service_id}}] {{service_name}}: resolved',
    },
    end: {
      pl: [...end, '', 'Alert trwał {{duration}} i zakończył się {{end_time}}.', '{{service_link}}'].join('\n'),
      en: [...end, '', 'Resolved after {{duration}}.', '{{service_link}}'].join('\n'),
    },
  }),

  deliver: mailText,
})

function renderVariables(variables: readonly string[]): string[] {
  return variables.map((variable) => `${variable}: {{${variable}}}`)
}
