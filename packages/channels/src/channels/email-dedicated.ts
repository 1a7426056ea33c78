import { emailAddress } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { mailText } from '../mail-delivery.ts'

// Names of the interface, in the same place and order in every message: a machine reads them first.
const fields = ['service_id', 'service_name', 'service_address', 'service_type', 'group_name', 'account_name']
const problem = ['error_type_id', 'error_type', 'error_message', 'failing_sensors_count', 'sensors_count']
const start = ['event: start', ...written([...fields, ...problem, 'start_time', 'time_zone', 'analysis_id'])]
const end = ['event: end', ...written([...fields, 'error_type_id', 'start_time', 'end_time', 'duration', 'time_zone'])]

export const emailDedicated = defineChannel('email_dedicated', {
  name: { pl: 'E-mail dedykowany', en: 'Dedicated e-mail' },
  description: {
    pl: 'Wiadomość w układzie przygotowanym dla odbiorcy, na przykład dla systemu zgłoszeń.',
    en: 'A message laid out for its recipient, such as a ticket system.',
  },
  address: emailAddress,
  isEmailAddress: true,
  hasSubject: true,
  hasAttachments: true,
  maximumText: 100_000,
  templates: defaultTemplates({
    // The number in brackets ties the end to the start where a ticket system joins messages by subject.
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
      en: [...start, '', 'Likely cause: {{diagnosis}}', 'What to do: {{next_steps}}', '{{analysis_link}}'].join('\n'),
    },
    endSubject: {
      pl: '[Wachta {{service_id}}] {{service_name}}: znów działa',
      en: '[Wachta {{service_id}}] {{service_name}}: works again',
    },
    end: {
      pl: [...end, '', 'Usługa znów działa, problem trwał {{duration}}.', '{{service_link}}'].join('\n'),
      en: [...end, '', 'The service works again, after {{duration}}.', '{{service_link}}'].join('\n'),
    },
  }),

  deliver: mailText,
})

function written(variables: readonly string[]): string[] {
  return variables.map((variable) => `${variable}: {{${variable}}}`)
}
