import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedZones, toZoneId, toZoneName } from '../src/index.ts'

test('an id leads to the IANA name', () => {
  assert.equal(toZoneName('europe_warsaw'), 'Europe/Warsaw')
  assert.equal(toZoneName('america_port_au_prince'), 'America/Port-au-Prince')
  assert.equal(toZoneName('america_argentina_buenos_aires'), 'America/Argentina/Buenos_Aires')
  assert.equal(toZoneName('utc'), 'UTC')
})

test('a former name leads to the current one', () => {
  assert.equal(toZoneName('europe_kiev'), 'Europe/Kyiv')
  assert.equal(toZoneName('europe_kyiv'), 'Europe/Kyiv')
  assert.equal(toZoneName('asia_calcutta'), 'Asia/Kolkata')
})

test('an unknown id has no name', () => {
  for (const id of ['', 'europe', 'Europe/Warsaw', 'EUROPE_WARSAW', 'constructor', '__proto__']) {
    assert.equal(toZoneName(id), undefined)
  }
})

test('every zone has an id of its own, and a name that the runtime knows', () => {
  assert.ok(listedZones.length > 400)
  assert.equal(new Set(listedZones.map(toZoneId)).size, listedZones.length)
  // Control: the same count detects zones with equal ids.
  assert.equal(new Set(['Etc/GMT+1', 'Etc/GMT-1'].map(toZoneId)).size, 1)
  for (const zone of listedZones) {
    const name = toZoneName(toZoneId(zone))
    assert.ok(name !== undefined, zone)
    // A former name is the same zone as the current one.
    assert.equal(clock(name), clock(zone), zone)
  }
  assert.notEqual(clock('Europe/Kyiv'), clock('Europe/Warsaw'))
})

function clock(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return [Date.UTC(2026, 0), Date.UTC(2026, 6), Date.UTC(1985, 6)].map((instant) => format.format(instant)).join()
}
