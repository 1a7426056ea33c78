import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let reseller: number
let customer: number
let asReseller: string
let asCustomer: string
let asUser: string
let asStranger: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  reseller = await addAccount(api.owner, { name: 'Bursztyn Hosting' })
  customer = await addAccount(api.owner, { name: 'Piekarnia', reseller })
  asReseller = await openSession(api.owner, reseller)
  asCustomer = await openSession(api.owner, customer)
  asUser = await openSession(api.owner, await addAccount(api.owner, { parent: customer }))
  asStranger = await openSession(api.owner, await addAccount(api.owner, { name: 'Bert' }))
})
after(() => api[Symbol.asyncDispose]())

const path = (account: number | string = 'my_account') => `/accounts/${account}/branding`

const logo = (body = '<rect width="20" height="10" fill="#a30"/>') => ({
  media_type: 'image/svg+xml',
  content: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${body}</svg>`).toString('base64'),
})

const nothing = {
  name: null,
  logo: null,
  accent_colour: null,
  contact_text: null,
  contact_email_address: null,
  contact_phone_number: null,
  contact_url: null,
}

test('without any branding, the account and the default colour are shown', async () => {
  assert.deepEqual((await api.call('GET', path(), { as: asCustomer })).body, { account_id: customer, ...nothing })
  const { body } = await api.call('GET', `${path()}/effective`, { as: asCustomer })
  assert.deepEqual(body, {
    account_id: customer,
    ...nothing,
    name: 'Piekarnia',
    accent_colour: '#1f5bc4',
    band_colour: '#1f5bc4',
    on_band_colour: '#ffffff',
    text_colour: '#1f5bc4',
    text_on_dark_colour: body.text_on_dark_colour,
    inherited: [],
  })
})

test('branding is inherited in parts: name and logo, colour, contact', async () => {
  const body = { logo: logo(), accent_colour: '#FFCC00', contact_email_address: 'noc@bursztyn.example' }
  assert.equal((await api.call('PUT', path(), { as: asReseller, body })).status, 204)
  const effective = async (as: string) => (await api.call('GET', `${path(customer)}/effective`, { as })).body
  const inherited = await effective(asCustomer)
  assert.equal(inherited.name, 'Bursztyn Hosting', 'a logo without a name goes with the name of its account')
  assert.deepEqual(inherited.logo, logo())
  assert.equal(inherited.accent_colour, '#ffcc00')
  assert.equal(inherited.on_band_colour, '#14181d')
  assert.deepEqual(inherited.inherited, ['identity', 'accent_colour', 'contact'])
  assert.deepEqual(await effective(asReseller), inherited)
  assert.equal((await api.call('GET', `${path()}/effective`, { as: asUser })).body.name, 'Bursztyn Hosting')

  const own = { name: 'Piekarnia Pod Zegarem', contact_phone_number: '+48 22 555 01 23' }
  assert.equal((await api.call('PUT', path(customer), { as: asUser, body: own })).status, 204, 'who acts for it')
  const mixed = await effective(asCustomer)
  assert.equal(mixed.name, 'Piekarnia Pod Zegarem')
  assert.equal(mixed.logo, null, 'not the logo of another account')
  assert.equal(mixed.contact_phone_number, '+48 22 555 01 23')
  assert.equal(mixed.contact_email_address, null, 'nor their address')
  assert.deepEqual(mixed.inherited, ['accent_colour'])

  assert.equal((await api.call('DELETE', path(), { as: asCustomer })).status, 204)
  assert.equal((await api.call('DELETE', path(), { as: asCustomer })).status, 404)
  assert.deepEqual(await effective(asCustomer), inherited)
})

test('what was read can be sent back, and what is left out stays', async () => {
  const { body } = await api.call('GET', path(), { as: asReseller })
  assert.equal((await api.call('PUT', path(), { as: asReseller, body })).status, 204)
  assert.equal((await api.call('PUT', path(), { as: asReseller, body: { name: 'Bursztyn' } })).status, 204)
  assert.deepEqual((await api.call('GET', path(), { as: asReseller })).body, { ...body, name: 'Bursztyn' })
  const foreign = await api.call('PUT', path(), { as: asReseller, body: { account_id: customer } })
  assert.deepEqual(listErrors(foreign), [['read_only_field', 'data.account_id']])
})

test('only those who may manage the branding change it; strangers do not see it', async () => {
  const body = { name: 'Mine' }
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const sent = method === 'PUT' ? { as: asStranger, body } : { as: asStranger }
    assert.equal((await api.call(method, path(customer), sent)).status, 404)
  }
  assert.equal((await api.call('GET', `${path(customer)}/effective`, { as: asStranger })).status, 404)
  assert.equal((await api.call('PUT', path(customer), { as: asReseller, body })).status, 403)
  await api.owner.query(sql`update account set subaccount_edit = true where id = ${customer}`)
  assert.equal((await api.call('PUT', path(customer), { as: asReseller, body })).status, 204)
  assert.equal((await api.call('PUT', path(), { as: asUser, body })).status, 403, 'a user has no branding of its own')
  const reader = await openSession(api.owner, await addAccount(api.owner, { parent: customer, readOnly: true }))
  assert.equal((await api.call('PUT', path(customer), { as: reader, body })).status, 403)
})

test('values that could not be shown are rejected', async () => {
  const wrong = [
    [{ contact_url: 'javascript:alert(1)' }, 'wrong_format', 'data.contact_url'],
    [{ contact_url: 'https://user:secret@example.com' }, 'wrong_format', 'data.contact_url'],
    [{ contact_email_address: 'not an address' }, 'wrong_format', 'data.contact_email_address'],
    [{ accent_colour: 'red' }, 'wrong_format', 'data.accent_colour'],
    [{ name: '' }, 'too_short', 'data.name'],
    [{ logo: { ...logo(), content: 'A'.repeat(349_532) } }, 'too_long', 'data.logo.content'],
    [{ logo: { media_type: 'image/gif', content: 'AAAA' } }, 'not_an_allowed_value', 'data.logo.media_type'],
    [{ logo: { media_type: 'image/png', content: 'AAAA' } }, 'logo_unreadable', 'data.logo'],
    [{ logo: logo('<image href="http://127.0.0.1/x"/>') }, 'logo_not_self_contained', 'data.logo'],
    [{ logo: { media_type: 'image/png', content: hugePng() } }, 'logo_too_large', 'data.logo'],
  ] as const
  for (const [body, symbol, field] of wrong)
    assert.deepEqual(listErrors(await api.call('PUT', path(), { as: asReseller, body })), [[symbol, field]])
})

test('a stored logo is checked again if it is sent back as a file of another type', async () => {
  assert.equal((await api.call('PUT', path(), { as: asReseller, body: { logo: logo() } })).status, 204)
  const body = { logo: { ...logo(), media_type: 'image/png' } }
  const reply = await api.call('PUT', path(), { as: asReseller, body })
  assert.deepEqual([reply.status, listErrors(reply)], [422, [['logo_unreadable', 'data.logo']]])
})

test('changes are in the audit log, without the picture', async () => {
  const log = await api.call('GET', `/accounts/${reseller}/logs/audit`, { as: asReseller })
  const entries = log.body.filter(({ resource }: { resource: string }) => resource === 'branding')
  assert.ok(entries.length >= 2)
  assert.ok(entries.every(({ operation }: { operation: string }) => operation === 'update_account_branding'))
  assert.match(log.text, /sha256/)
  assert.ok(!log.text.includes(logo().content))
})

test('an export of the account has its branding', async () => {
  const archive = await api.call('GET', `/accounts/${reseller}/export`, { as: asReseller })
  assert.equal(archive.status, 200)
  assert.match(archive.text, /branding\.json/)
})

/** A PNG whose header states 60,000 × 60,000 pixels. */
function hugePng(): string {
  const bytes = Buffer.alloc(40)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes)
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes.toString('base64')
}
