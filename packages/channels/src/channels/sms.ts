import { phoneNumber } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { createNotConfiguredError } from '../delivery.ts'

export const sms = defineChannel('sms', {
  name: { pl: 'SMS', en: 'SMS' },
  description: {
    pl: 'SMS na telefon komórkowy; adresem jest numer z kodem kraju.',
    en: 'A text message to a mobile phone; the address is a number with its country code.',
  },
  address: phoneNumber,
  isPhoneNumber: true,
  // Three joined messages of 153 characters each.
  maxText: 459,
  escape: 'gsm7',
  // No Polish letters here: a single one switches the SMS to UCS-2, with 70 characters instead of 160, and one message
  // becomes three.
  templates: buildDefaultTemplates({
    start: {
      pl:
        '{{status}}: {{service_name}}. {{error_type}}, od {{start_time}}, sensory: ' +
        '{{failing_sensors_count}}/{{sensors_count}}. Potwierdz: {{acknowledge_link}}',
      en:
        '{{status}}: {{service_name}}. {{error_type}}, since {{start_time}}, {{failing_sensors_count}}/{{sensors_count}} ' +
        'sensors affected. Acknowledge: {{acknowledge_link}}',
    },
    end: {
      pl: '{{status}}: {{service_name}}. {{error_type}}, alert trwal {{duration}} i zakonczyl sie {{end_time}}.',
      en: '{{status}}: {{service_name}}. {{error_type}}, resolved {{end_time}} after {{duration}}.',
    },
  }),

  async deliver({ id, address, text }, { sms: carrier }) {
    if (carrier === undefined) throw createNotConfiguredError('SMS carrier')
    return await carrier.send({ id, number: address, text })
  },
})
