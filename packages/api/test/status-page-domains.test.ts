import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '@wachta/domain'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addHolder, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

let api: TestApi
let owner: Holder
let count = 0

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
})
after(() => api[Symbol.asyncDispose]())

const create = (more: object) => {
  count += 1
  return api.call('POST', '/status_pages', { as: owner.as, body: { title: 'Shop', slug: `domain-${count}`, ...more } })
}
const read = async (id: number) => (await api.call('GET', `/status_pages/${id}`, { as: owner.as })).body
const pick = async (id: number) => {
  const { domain, domain_target, domain_state, domain_problem, domain_detail, certificate_expires_at } = await read(id)
  return [domain, domain_target, domain_state, domain_problem, domain_detail, certificate_expires_at !== null]
}

test('a domain is stored in one form, with the record that verifies it', async () => {
  const { body, status } = await create({ domain: 'Status.Żabka.Example.' })
  assert.equal(status, 201)
  const page = await read(body.id)
  assert.equal(page.domain, 'status.xn--abka-99a.example')
  assert.equal(page.domain_record_name, '_wachta-page.status.xn--abka-99a.example')
  assert.match(page.domain_record_value, /^wachta-page=[0-9a-f]{32}$/)
  assert.equal(page.domain_state, 'waiting')
  const other = await read((await create({ domain: 'status.other.example' })).body.id)
  assert.notEqual(other.domain_record_value, page.domain_record_value)
  await api.call('PUT', `/status_pages/${body.id}`, { as: owner.as, body: { domain: null } })
  assert.deepEqual(await pick(body.id), [null, null, null, null, null, false])
})

test('what is no host name is rejected', async () => {
  const strange = [
    ...[
      'localhost',
      '192.0.2.1',
      '[2001:db8::1]',
      '0x7f.1',
      'https://status.example',
      'status.example:443',
      'status.example/x',
    ],
    ...[
      'a b.example',
      'status.example\r\nSet-Cookie: a=b',
      'user@status.example',
      '*.example',
      '-a.example',
      'a..example',
    ],
    ...['status.example?x', 'status.example#x', 'a_b.example', `${'a'.repeat(64)}.example`, '%2e.example', ' '],
  ]
  for (const domain of strange)
    assert.deepEqual(listErrors(await create({ domain })), [['not_a_domain', 'data.domain']], JSON.stringify(domain))
})

test('the state says what is missing, and links use the domain once it is served', async () => {
  const { body } = await create({ domain: 'status.shop.example', visibility: 'link' })
  const link = async () => (await api.call('GET', `/status_pages/${body.id}/link`, { as: owner.as })).body.url
  await api.call('POST', `/status_pages/${body.id}/link`, { as: owner.as })
  const [domain, target] = ['status.shop.example', 'status.wachta.test']
  await api.owner.query(sql`insert into status_page_domain (status_page_id, domain, target, claimed_at, next_check_at, problem)
values (${body.id}, ${domain}, ${target}, now(), now(), 'record_missing')`)
  assert.deepEqual(await pick(body.id), [domain, target, 'waiting', 'record_missing', null, false])
  assert.match(await link(), /^https:\/\/status\.wachta\.test\/domain-/)
  await api.owner.query(sql`update status_page_domain set verified_at = now(), problem = null`)
  assert.deepEqual(await pick(body.id), [domain, target, 'active', null, null, false], 'a proxy has the certificate')
  await api.owner.query(sql`insert into page_certificate (domain, order_at, problem, detail)
values (${domain}, now(), 'rejected', 'No valid address')`)
  assert.deepEqual(await pick(body.id), [domain, target, 'failed', 'rejected', 'No valid address', false])
  for (const problem of ['unreachable', 'limited']) {
    await api.owner.query(sql`update page_certificate set problem = ${problem}`)
    assert.deepEqual((await pick(body.id)).slice(2, 4), ['failed', problem])
  }
  for (const problem of ['taken', 'points_elsewhere']) {
    await api.owner.query(sql`update status_page_domain set problem = ${problem}`)
    assert.deepEqual((await pick(body.id)).slice(2, 4), ['failed', problem], 'what is first in the way')
  }
  await api.owner.query(sql`update status_page_domain set problem = null`)
  await api.owner.query(sql`update page_certificate set problem = 'rejected'`)
  const expires = new Date(Date.now() + dayMs)
  await api.owner.query(sql`update page_certificate set version = 'v', issued_at = now(), expires_at = ${expires}`)
  assert.deepEqual(await pick(body.id), [domain, target, 'active', 'rejected', 'No valid address', true])
  assert.match(await link(), /^https:\/\/status\.shop\.example\/\?key=/)
  await api.owner.query(sql`update status_page_domain set problem = 'points_elsewhere'`)
  assert.match(await link(), /^https:\/\/status\.wachta\.test\/domain-/, 'another server may answer there')
  await api.call('PUT', `/status_pages/${body.id}`, { as: owner.as, body: { domain: 'new.shop.example' } })
  assert.deepEqual(await pick(body.id), ['new.shop.example', null, 'waiting', null, null, false])
})
