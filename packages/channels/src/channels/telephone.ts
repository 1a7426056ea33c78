import { phoneNumber } from '../address.ts'
import { defaultTemplates, defineChannel } from '../channel.ts'
import { notConfigured } from '../delivery.ts'

export const telephone = defineChannel('telephone', {
  name: { pl: 'Telefon', en: 'Telephone call' },
  description: {
    pl: 'Połączenie głosowe, w którym automat odczytuje treść powiadomienia.',
    en: 'A voice call in which a machine reads the notification.',
  },
  address: phoneNumber,
  isPhoneNumber: true,
  // About three quarters of a minute of speech.
  maximumText: 600,
  // Whole sentences and no links, commands or brackets. Who was asleep misses the first words, so the main ones return.
  templates: defaultTemplates({
    start: {
      pl:
        'Tu Wachta. Usługa {{service_name}} nie działa prawidłowo. Błąd: {{error_type}}. Początek: {{start_time}}. ' +
        'Problem widać z {{failing_sensors_count}} na {{sensors_count}} sensorów. Powtarzam: {{service_name}}, ' +
        '{{error_type}}. Szczegóły i zalecenia są w panelu.',
      en:
        'This is Wachta. The service {{service_name}} has a problem. The error is: {{error_type}}. It began at ' +
        '{{start_time}}. {{failing_sensors_count}} of {{sensors_count}} sensors see it. Once more: {{service_name}}, ' +
        '{{error_type}}. Details and advice are in the panel.',
    },
    end: {
      pl: 'Tu Wachta. Usługa {{service_name}} znów działa. Koniec problemu: {{end_time}}. Problem trwał {{duration}}.',
      en: 'This is Wachta. The service {{service_name}} works again. It recovered at {{end_time}}, after {{duration}}.',
    },
  }),

  async deliver({ id, address, text, language }, { voice }) {
    if (voice === undefined) throw notConfigured('carrier of calls')
    return await voice.call({ id, number: address, text, language })
  },
})
