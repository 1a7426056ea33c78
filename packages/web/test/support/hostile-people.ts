import { addAccount } from '@wachta/testing/api/accounts'
import { acknowledgeAlert, addAlert, addNotification } from '@wachta/testing/api/notifications'
import { sql } from 'kysely'
import { rows, type Stage } from './hostile-stage.ts'

export async function addContacts({ api, account, give }: Stage): Promise<number> {
  const made = await api.owner.query(sql<{ id: number }>`insert into contact (owner_id, name, description, language_id)
select ${account}, r->>0, r->>1, 'en' from ${rows(give('contact', 30, 64), give('description of a contact', 30))} order by n returning id`)
  const first = made[0]?.id ?? 0
  await api.owner.query(sql`insert into contact_address (contact_id, owner_id, channel_id, address)
select ${first}, ${account}, 'email', r->>0 from ${rows(give('address of a contact', 10))}`)
  await api.owner.query(sql`insert into contact_weekly_suspension (contact_id, owner_id, start_minute, end_minute, description)
select ${first}, ${account}, n * 60, n * 60 + 30, r->>0 from ${rows(give('quiet hours', 5))}`)
  await api.owner.query(sql`insert into contact_group (owner_id, name, contact_ids)
select ${account}, r->>0, ${[first]} from ${rows(give('group of contacts', 10, 64))}`)
  await api.owner.query(sql`insert into notification_address (owner_id, group_id, notification_channel_id, address, description)
select ${account}, (select min(id) from service_group where owner_id = ${account}), 'email', r->>0, r->>1
from ${rows(give('older address', 10), give('description of an older address', 10))}`)
  return first
}

export async function addRules({ api, account, give }: Stage, contact: number): Promise<number> {
  const made = await api.owner.query(sql<{ id: number }>`insert into event (owner_id, name, description)
select ${account}, r->>0, r->>1 from ${rows(give('event', 20, 64), give('description of an event', 1))} order by n returning id`)
  const first = made[0]?.id ?? 0
  await api.owner.query(sql`insert into escalation (event_id, owner_id, name, delay, contact_ids)
select ${first}, ${account}, r->>0, n * 60, ${[contact]} from ${rows(give('escalation', 8, 64))}`)
  return first
}

export async function addTemplates({ api, account, give }: Stage): Promise<number> {
  const texts = [give('template', 8, 64), give('text of a template', 1), give('subject of a template', 1)]
  const made = await api.owner.query(sql<{
    id: number
  }>`insert into template (owner_id, name, channel_id, language_id, start_template, start_subject)
select ${account}, r->>0, 'email', 'en', r->>1, r->>2 from ${rows(...texts)} order by n returning id`)
  return made[0]?.id ?? 0
}

export async function addOccurrences(
  stage: Stage,
  services: readonly number[],
  event: number,
  contact: number,
): Promise<number> {
  const { api, account, give } = stage
  const [note = ''] = give('note', 1)
  const ids: number[] = []
  for (const [place, who] of give('who has taken it on', 12).entries()) {
    const id = await addAlert(api.owner, { service: services[place] ?? 0, event, errorType: 401 })
    await acknowledgeAlert(api.owner, id, { by: who, note })
    ids.push(id)
  }
  const subjects = give('subject of a message', 8)
  const answers = give('answer to a message', 8)
  const addresses = give('address of a message', 8)
  for (const [place, content] of give('message', 8).entries())
    await addNotification(api.owner, account, {
      occurrence_id: ids[0],
      service_id: services[0],
      event_id: event,
      contact_id: contact,
      style: place % 4 === 3 ? 'o' : 'c',
      address: addresses[place],
      subject: subjects[place],
      content,
      sent_at: new Date(),
      attempts: JSON.stringify([{ time: new Date(), outcome: 'sent', answer: answers[place] }]),
    })
  return ids[0] ?? 0
}

export async function addPlans({ api, account, give }: Stage, services: readonly number[]): Promise<void> {
  const of = sql`(${services.slice(0, 20)}::bigint[])[n]`
  // Around this moment, so that they are in the week that the calendar shows, on a Sunday night too.
  await api.owner.query(sql`insert into suspension (service_id, owner_id, start_time, end_time, description)
select ${of}, ${account}, date_trunc('hour', now()) - n * interval '20 minutes', date_trunc('hour', now()) + n * interval '2 hours', r->>0 from ${rows(give('suspension', 10))}`)
  await api.owner.query(sql`insert into weekly_suspension (service_id, owner_id, start_minute, end_minute, description)
select ${of}, ${account}, n * 700, n * 700 + 200, r->>0 from ${rows(give('weekly suspension', 10))}`)
  await api.owner.query(sql`insert into correction (service_id, owner_id, start_time, end_time, status, description)
select ${of}, ${account}, now() - n * interval '2 hours', now() - n * interval '1 hour', 'ok', r->>0 from ${rows(give('correction', 10))}`)
}

export async function addNeighbours({ api, account, give }: Stage): Promise<number> {
  for (const name of give('user', 5)) await addAccount(api.owner, { name, parent: account })
  let customer = 0
  for (const name of give('customer', 15)) customer = await addAccount(api.owner, { name, reseller: account })
  await api.owner.query(sql`update account set comment = ${give('comment', 1)[0]},
  contact_person = ${give('person of a customer', 1)[0]} where id = ${customer}`)
  await api.owner.query(
    sql`update account set address = ${give('own address', 1)[0]}, contact_person = ${give('own person', 1)[0]} where id = ${account}`,
  )
  await api.owner.query(sql`insert into authentication (account_id, type, client_id, client_ip_address)
select ${account}, 'session', r->>0, r->>1 from ${rows(give('client', 10), give('address of a client', 10))}`)
  return customer
}

export async function addWrites({ api, account, give }: Stage): Promise<void> {
  const before = give('what was written before', 12)
  const addresses = give('address of a writer', 12)
  for (const [place, after] of give('what was written', 12).entries())
    await api.owner.query(sql`select write_audit(jsonb_build_object('account_id', ${account}::bigint, 'tree_id', ${account}::bigint, 'time', now(),
  'actor_id', ${account}::bigint, 'actor_scope', 'customer', 'request_id', ${`hostile-${place}`}::text, 'operation', 'update_service',
  'resource', 'service', 'object_id', '1', 'before', jsonb_build_object('name', ${before[place]}::text), 'after', jsonb_build_object('name', ${after}::text)),
  null, ${JSON.stringify({ address: addresses[place] })}::jsonb)`)
}
