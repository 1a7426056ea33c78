import { phoneNumber } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { createNotConfiguredError } from '../delivery.ts'

export const telephone = defineChannel('telephone', {
  name: { pl: 'Połączenie telefoniczne', en: 'Phone call' },
  description: {
    pl: 'Połączenie głosowe, w którym automat odczytuje treść powiadomienia.',
    en: 'A voice call in which a machine reads the notification.',
  },
  address: phoneNumber,
  isPhoneNumber: true,
  // About three quarters of a minute of speech.
  maxText: 600,
  // Whole sentences, without links, commands or brackets. Someone who was asleep misses the beginning, so the service
  // and the error are repeated.
  templates: buildDefaultTemplates({
    start: {
      pl:
        'Tu Wachta. Alert: {{service_name}}. Stan: {{status}}. Błąd: {{error_type}}. Początek: {{start_time}}. ' +
        'Dotyczy sensorów: {{failing_sensors_count}} z {{sensors_count}}. Powtarzam: {{service_name}}, {{error_type}}. ' +
        'Szczegóły i zalecenia znajdziesz w panelu.',
      en:
        'This is Wachta. Alert for {{service_name}}. Status: {{status}}. Error: {{error_type}}. Since {{start_time}}, ' +
        '{{failing_sensors_count}} of {{sensors_count}} sensors affected. I repeat: {{service_name}}, {{error_type}}. ' +
        'Sign in to Wachta for details and next steps.',
    },
    end: {
      pl: 'Tu Wachta. {{status}}: {{service_name}}. Alert: {{error_type}}, trwał {{duration}} i zakończył się {{end_time}}.',
      en: 'This is Wachta. {{status}}: {{service_name}}. Alert: {{error_type}}, resolved at {{end_time}} after {{duration}}.',
    },
  }),

  async deliver({ id, address, text, language }, { voice }) {
    if (voice === undefined) throw createNotConfiguredError('voice carrier')
    return await voice.call({ id, number: address, text, language })
  },
})
