import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { DeliveryError } from '@wachta/channels'
import { sql } from 'kysely'
import { type DeliverOptions, defaultPhoneRules, type PhoneRules } from '../../src/deliver/index.ts'
import {
  addNotification,
  addOccurrence,
  createdAt,
  type Installation,
  install,
  type NotificationData,
  readNotification,
  verify,
} from './installation.ts'
import { keeper, plainChannels } from './providers.ts'
import { senderOf } from './sender.ts'

let installation: Installation
let occurrence_id = 0
before(async () => {
  installation = await install()
  occurrence_id = await addOccurrence(installation.database)
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(async () => {
  await installation.database.query(sql`delete from phone_usage`)
  await installation.database.query(sql`delete from notification`)
})

const rulesWith = (limits: Partial<PhoneRules['limits']>, more: Partial<PhoneRules> = {}): PhoneRules => ({
  ...defaultPhoneRules,
  limits: { ...defaultPhoneRules.limits, ...limits },
  ...more,
})

const sendWith = (more: Partial<DeliverOptions> = {}) => {
  const { keep } = keeper()
  return senderOf(installation, { channel: plainChannels({ sms: keep, telephone: keep }), ...more })
}

const add = (address: string, more: Partial<NotificationData> = {}) =>
  addNotification(installation.database, { occurrence_id, channel_id: 'sms', address, ...more })

async function outcomes(ids: readonly number[]): Promise<string[]> {
  const found = await Promise.all(ids.map((id) => readNotification(installation.database, id)))
  return found.map(({ status, reason }) => reason ?? status)
}

async function usage(): Promise<Record<string, number>> {
  const rows = await installation.database.query(
    sql<{ scope: string; units: number }>`select scope, units from phone_usage order by scope`,
  )
  return Object.fromEntries(rows.map(({ scope, units }) => [scope, units]))
}

test('an unverified number gets no message, unless the operator allows it', async () => {
  const [sms, call] = [await add('+48600100300'), await add('+48600100300', { channel_id: 'telephone' })]
  await verify(installation.database, '+48600100300', 'telephone', 2)
  await sendWith()(sms, call)
  assert.deepEqual(await outcomes([sms, call]), ['address_not_verified', 'address_not_verified'])
  assert.deepEqual(await usage(), {})
  const again = await add('+48600100300')
  await sendWith({ phoneRules: rulesWith({}, { mustBeVerified: false }) })(again)
  assert.deepEqual(await outcomes([again]), ['sent'])
})

test('premium-rate and satellite numbers and countries that are not allowed get no message', async () => {
  const { database } = installation
  const costly = ['+48 700 123 456', '+8816 2233 4455', '00979123456789', '+447012345678']
  for (const address of [...costly, '+447900900900', '+48600100301']) await verify(database, address)
  const ids = []
  for (const address of [...costly, '+447900900900', '+48600100301']) ids.push(await add(address))
  const all = [...ids]
  await sendWith()(...all)
  assert.deepEqual(await outcomes(ids), [...costly.map(() => 'cap_country'), 'sent', 'sent'])
  const [british, polish] = [await add('+447900900900'), await add('+48600100301')]
  await sendWith({ phoneRules: rulesWith({}, { allowedPrefixes: ['48'] }) })(british, polish)
  assert.deepEqual(await outcomes([british, polish]), ['cap_country', 'sent'])
})

test('a number gets three tests and codes in ten minutes, in whatever notation it is written', async () => {
  const spellings = ['+48600100302', '+48 600 100 302', '600100302', '0048600100302', '600 100 302']
  for (const address of spellings) await verify(installation.database, address)
  const ids: number[] = []
  for (const address of spellings) ids.push(await add(address, { style: 't', kind: 'test', occurrence_id: null }))
  await sendWith()(...ids)
  assert.deepEqual(await outcomes(ids), ['sent', 'sent', 'sent', 'cap_number', 'cap_number'])
  const alert = await add('600100302')
  const later = await add('+48600100302', {
    style: 't',
    kind: 'test',
    occurrence_id: null,
    created_at: new Date(createdAt.getTime() + 600_001),
  })
  await sendWith()(alert, later)
  assert.deepEqual(await outcomes([alert, later]), ['sent', 'sent'])
})

test('every cap has its own reason', async () => {
  const { database } = installation
  for (const address of ['+48600100303', '+48600100304', '+49151000001']) await verify(database, address)
  await verify(database, '+48600100304', 'sms', 2)
  const run = async (phoneRules: PhoneRules, data: readonly [string, Partial<NotificationData>?][]) => {
    await database.query(sql`delete from phone_usage`)
    const ids = []
    for (const [address, more] of data) ids.push(await add(address, more))
    await sendWith({ phoneRules })(...ids)
    return outcomes(ids)
  }
  const mine = '+48600100303'
  assert.deepEqual(await run(rulesWith({ number: 2 }), [[mine], [mine], [mine], ['+48600100304']]), [
    'sent',
    'sent',
    'cap_number',
    'sent',
  ])
  assert.deepEqual(
    await run(rulesWith({ account: 1 }), [[mine], ['+48600100304'], ['+48600100304', { account_id: 2 }]]),
    [...['sent', 'cap_account', 'sent']],
  )
  assert.deepEqual(await run(rulesWith({ country: 1 }), [[mine], ['+48600100304'], ['+49151000001']]), [
    'sent',
    'cap_country',
    'sent',
  ])
  assert.deepEqual(await run(rulesWith({ installation: 1 }), [[mine], ['+49151000001']]), ['sent', 'cap_installation'])
})

test('a message is counted once regardless of retries, and not at all if no provider accepted it', async () => {
  const { database } = installation
  await verify(database, '+48600100305')
  const id = await add('+48600100305')
  let fault: DeliveryError | undefined = new DeliveryError({ answer: 'busy' })
  const { keep } = keeper()
  const channel = plainChannels({
    sms: async (message, carriers) => {
      if (fault) throw fault
      return keep(message, carriers)
    },
  })
  const send = sendWith({ channel })
  for (let attempt = 0; attempt < 3; attempt += 1) await send(id)
  const counted = { 'account:1': 1, all: 1, 'country:48': 1, 'number:48600100305': 1 }
  assert.deepEqual([(await readNotification(database, id)).units, await usage()], [1, counted])
  fault = new DeliveryError({ answer: 'no such number', isPermanent: true })
  await send(id)
  assert.deepEqual(await outcomes([id]), ['refused'])
  assert.deepEqual(Object.values(await usage()), [0, 0, 0, 0])
  fault = undefined
  const sent = await add('+48600100305')
  await send(sent)
  assert.deepEqual(await usage(), counted)
})

test('concurrent processes do not exceed a cap, as they would without locks', async () => {
  const { database } = installation
  const ids: number[] = []
  for (let each = 0; each < 60; each += 1) {
    const address = `+48600200${String(each).padStart(3, '0')}`
    await verify(database, address)
    ids.push(await add(address))
  }
  const phoneRules = rulesWith({ account: 25 })
  const tasks = Array.from({ length: 6 }, () => sendWith({ phoneRules }))
  // Some jobs are run by two processes at once.
  await Promise.all(
    ids.flatMap((id, index) => [index, ...(index % 5 === 0 ? [index + 1] : [])].map((turn) => tasks[turn % 6]?.(id))),
  )
  const found = await outcomes(ids)
  assert.deepEqual(new Set(found), new Set(['sent', 'cap_account']))
  const [spent] = await database.query(
    sql<{ units: number }>`select sum(units)::int as units from notification where status = 'sent'`,
  )
  // A message is one unit or two, so one unit may be left.
  assert.ok(spent && spent.units <= 25 && spent.units >= 24, `${spent?.units} units`)
  assert.equal((await usage())['account:1'], spent.units)

  // The control: reading, then writing.
  let seen = 0
  const careless = async () => {
    const [row] = await database.query(
      sql<{ units: number }>`select coalesce(sum(units), 0)::int as units from phone_usage where scope = 'careless'`,
    )
    if ((row?.units ?? 0) >= 5) return
    await database.query(sql`insert into phone_usage as u (day, scope, units) values ('2026-11-15', 'careless', 1)
on conflict (day, scope) do update set units = u.units + 1`)
    seen += 1
  }
  await Promise.all(Array.from({ length: 30 }, careless))
  assert.ok(seen > 5)
})
