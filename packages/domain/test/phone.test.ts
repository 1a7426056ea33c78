import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  defaultPhoneLimits,
  isCostly,
  listPhoneShares,
  listSpellings,
  type PhoneLimits,
  parsePhoneNumber,
  takeShares,
} from '../src/index.ts'

const read = (written: string, home = '48') => {
  const number = parsePhoneNumber(written, home)
  assert.ok(number, written)
  return number
}

test('different spellings give the same number', () => {
  const ways = ['+48 600 100 200', '+48600100200', '0048600100200', '600100200', '600 100 200', '48600100200']
  for (const way of ways) assert.deepEqual(read(way), { digits: '48600100200', country: '48' }, way)
  for (const way of ways) assert.ok(listSpellings(read(way), '48').includes(way.replaceAll(/[ +]/g, '')), way)
  assert.deepEqual(read('2025550123', '1'), { digits: '12025550123', country: '1' })
  for (const wrong of ['', '12345', 'abc', '+', '+123456789012345678'])
    assert.equal(parsePhoneNumber(wrong, '48'), undefined)
})

test('countries are distinguished, including the islands with country code 1', () => {
  const countries = ['+15550001111', '+18765550111', '+79161234567', '+4915112345678', '+380671234567', '+35312345678']
  assert.deepEqual(
    countries.map((number) => read(number).country),
    ['1', '1876', '7', '49', '380', '353'],
  )
})

test('premium rate and satellites are known; numbers of people are not among them', () => {
  for (const costly of [
    '+19005551234',
    '+48701234567',
    '+881612345678',
    '+87012345678',
    '+97912345678',
    '+449012345678',
    '+447012345678',
  ])
    assert.equal(isCostly(read(costly)), true, costly)
  for (const plain of [
    '+48600100200',
    '+447911123456',
    '+12025550123',
    '+4915112345678',
    '+33612345678',
    '+393331234567',
    '+31612345678',
  ])
    assert.equal(isCostly(read(plain)), false, plain)
})

/** 10,000 accounts ask for codes to numbers in 50 countries; then a service fails. */
function flood(limits: PhoneLimits) {
  const used = new Map<string, number>()
  let spent = 0
  for (let account = 1; account <= 10_000; account += 1) {
    for (let prefix = 0; prefix < 50; prefix += 1) {
      const number = { digits: `${200 + prefix}${100_000 + account}`, country: String(200 + prefix) }
      const shares = listPhoneShares({ account_id: account, number, units: 1, isTrial: true }, limits)
      if (takeShares(used, shares) === undefined) spent += 1
    }
  }
  const tenant = { account_id: 99_999, number: read('+48600100200'), units: 1, isTrial: false }
  let alerts = 0
  while (alerts < 30 && takeShares(used, listPhoneShares(tenant, limits)) === undefined) alerts += 1
  // Another tenant, in one of the flooded countries.
  const neighbour = { ...tenant, account_id: 99_998, number: { digits: '200999999', country: '200' } }
  return { spent, alerts, neighbour: takeShares(used, listPhoneShares(neighbour, limits)) }
}

test('10,000 sign-ups in 50 countries spend no more than the cap, and the alerts of others still go', () => {
  const { spent, alerts, neighbour } = flood(defaultPhoneLimits)
  assert.equal(spent, defaultPhoneLimits.installation * defaultPhoneLimits.trialShare)
  assert.equal(alerts, defaultPhoneLimits.number)
  assert.equal(neighbour, undefined)
})

test('without a share for codes, the same flood suppresses all alerts', () => {
  const { spent, alerts, neighbour } = flood({ ...defaultPhoneLimits, trialShare: 1 })
  assert.equal(spent, defaultPhoneLimits.installation)
  assert.deepEqual([alerts, neighbour], [0, 'cap_installation'])
})

test('codes requested by strangers do not use up the notifications of a number', () => {
  const used = new Map<string, number>()
  const number = read('+48600100200')
  for (let each = 0; each < 40; each += 1)
    takeShares(used, listPhoneShares({ account_id: each, number, units: 1, isTrial: true }, defaultPhoneLimits))
  assert.equal(used.get('trials:number:48600100200'), 30)
  assert.equal(
    takeShares(used, listPhoneShares({ account_id: 1, number, units: 1, isTrial: false }, defaultPhoneLimits)),
    undefined,
  )
})

test('a message takes all its shares or none', () => {
  const used = new Map([['all', defaultPhoneLimits.installation - 1]])
  const message = { account_id: 1, number: read('+48600100200'), units: 2, isTrial: false }
  assert.equal(takeShares(used, listPhoneShares(message, defaultPhoneLimits)), 'cap_installation')
  assert.deepEqual([...used], [['all', defaultPhoneLimits.installation - 1]])
})
