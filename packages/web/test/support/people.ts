import { verifyAddress, verifyEmails } from '@wachta/testing/api/notifications'
import type { TestApi } from '@wachta/testing/api/start-api'
import type { SeededServices } from './watched.ts'
import { sessionOf } from './world.ts'

/** The shop's contacts and alert rules. */
export interface ShopNotifications {
  readonly contacts: Readonly<Record<'anna' | 'duty' | 'helpdesk' | 'manager', number>>
  readonly groups: Readonly<Record<'night', number>>
  readonly events: Readonly<Record<'failure' | 'slow' | 'certificate', number>>
  readonly template: number
}

const phone = '+48600100200'

/** Adds contacts with addresses, a group, escalation policies, templates, and addresses of legacy notifications. */
export async function addPeople(api: TestApi, account: number, watching: SeededServices): Promise<ShopNotifications> {
  const { token } = await sessionOf(api, account)
  const make = async (path: string, body: object): Promise<number> => {
    const reply = await api.call('POST', path, { as: `Bearer ${token}`, body })
    if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`)
    return reply.body.id
  }
  const contact = (name: string, description: string, language_id = 'pl') =>
    make('/contacts', { name, description, language_id })
  const address = (contact_id: number, channel_id: string, to: string) =>
    make('/contact_addresses', { contact_id, channel_id, address: to })

  const anna = await contact('Anna Kowalska', 'Właścicielka, wszystko o sklepie')
  const duty = await contact('Telefon dyżurny', 'Zmienia się co tydzień, w poniedziałek o 8:00')
  const helpdesk = await contact('Helpdesk', 'Second line, outside of the company', 'en')
  const manager = await contact('Marek Zieliński', '')
  await address(anna, 'email', 'anna@sklepy-kowalska.example.com')
  await address(anna, 'sms', phone)
  await verifyAddress(api.owner, account, phone)
  await address(duty, 'sms', '+48600300400')
  await address(duty, 'telephone', '+48600300400')
  await verifyAddress(api.owner, account, '+48600300400', 'telephone')
  await address(helpdesk, 'email', 'alerts+wachta-monitoring@helpdesk.outsourcing-partner.example.com')
  for (const day of [1, 2, 3, 4, 5])
    await make('/contact_weekly_suspensions', {
      contact_id: anna,
      start_minute: { day_of_week: day, hour: 22, minute: 0 },
      end_minute: { day_of_week: day + 1, hour: 6, minute: 30 },
    })
  const night = await make('/contact_groups', { name: 'Nocna zmiana', contact_ids: [duty, helpdesk] })

  const event = (name: string, more: object = {}) => make('/events', { name, ...more })
  const failure = await event('Awaria czegokolwiek', { start_delay: 60 })
  const slow = await event('Sklep odpowiada wolno', {
    kind: 'performance',
    scope: { group_ids: [watching.groups.get('Sklep')] },
  })
  const certificate = await event('Certyfikat się kończy', { kind: 'certificate_expiry', is_active: false })
  const step = (event_id: number, name: string, more: object) => make('/escalations', { event_id, name, ...more })
  await step(failure, 'Najpierw Anna', { contact_ids: [anna], channel_ids: ['email', 'sms'] })
  await step(failure, 'Nocna zmiana', {
    contact_group_ids: [night],
    delay: 900,
    repeat_interval: 1800,
    maximum_repeats: 3,
  })
  await step(failure, 'Ostatnia deska ratunku', { contact_ids: [manager, duty], delay: 3600, notify_end: false })
  await step(slow, 'Anna', { contact_ids: [anna], channel_ids: ['email'] })

  const template = await make('/templates', {
    name: 'Krótko po polsku',
    channel_id: 'sms',
    language_id: 'pl',
    start_template: 'NIE DZIALA {{service_name}}: {{error_type}}',
    end_template: 'DZIALA {{service_name}} po {{duration}}',
  })
  const older = (to: string, channel: string, more: object = {}) =>
    make('/notification_addresses', { address: to, notification_channel_id: channel, ...more })
  await older('biuro@sklepy-kowalska.example.com', 'email', { group_id: watching.groups.get('Poczta') })
  await older(phone, 'sms', { description: 'Anna' })
  await older('+48600500600', 'sms', { description: 'Magazyn' })
  await verifyEmails(api.owner)
  return {
    contacts: { anna, duty, helpdesk, manager },
    groups: { night },
    events: { failure, slow, certificate },
    template,
  }
}
