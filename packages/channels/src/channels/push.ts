import { defineAddress } from '../address.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { createNotConfiguredError, DeliveryError } from '../delivery.ts'
import { toPushTopic } from '../push-topic.ts'
import { renderTemplate } from '../template.ts'

export const push = defineChannel('push', {
  name: { pl: 'Powiadomienie push', en: 'Push notification' },
  description: {
    pl: 'Powiadomienie w aplikacji na telefonie lub w przeglądarce.',
    en: 'A notification in the app on a phone or in a browser.',
  },
  address: defineAddress({
    format: {
      pl: 'Identyfikator urządzenia, pod którym aplikacja się zarejestrowała.',
      en: 'The identifier under which the app registered the device.',
    },
    maxLength: 512,
    accepts: (address) => /^[A-Za-z0-9][A-Za-z0-9:._~-]*$/.test(address),
    good: ['3f2b8c1e-5d7a-4e0b-9a63-1c2d3e4f5a6b', 'fGh12:APA91b_x-Y', '42'],
    bad: ['', '-device', 'device 1', 'device/../1', 'a'.repeat(513)],
  }),
  hasSubject: true,
  // About as much as a lock screen shows.
  maxText: 240,
  templates: buildDefaultTemplates({
    startSubject: { pl: '{{status}}: {{service_name}}', en: '{{status}}: {{service_name}}' },
    start: {
      pl: '{{error_type}}, od {{start_time}}, dotyczy sensorów: {{failing_sensors_count}} z {{sensors_count}}.',
      en: '{{error_type}}, since {{start_time}}, {{failing_sensors_count}} of {{sensors_count}} sensors affected.',
    },
    endSubject: { pl: '{{status}}: {{service_name}}', en: '{{status}}: {{service_name}}' },
    end: {
      pl: '{{error_type}}, alert trwał {{duration}} i zakończył się {{end_time}}.',
      en: '{{error_type}}, resolved at {{end_time}} after {{duration}}.',
    },
  }),

  async deliver({ id, thread, kind, subject, text, values, device }, { push: carrier }) {
    if (carrier === undefined) throw createNotConfiguredError('keys for push notifications')
    if (device === undefined) throw new DeliveryError({ answer: 'the device is not registered', isPermanent: true })
    const url = values['analysis_link'] || values['service_link'] || ''
    const payload = { id, title: shorten(subject), body: text, thread, kind, url }
    return await carrier.send({ id, topic: toPushTopic(thread), device, payload })
  },
})

/** No device shows a longer title. */
function shorten(subject: string): string {
  return renderTemplate('{{subject}}', { subject }, { escape: 'plain', maxText: 120 })
}
