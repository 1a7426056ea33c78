import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listedZones, zoneId, zoneName } from '../src/index.ts'

test('an id leads to the IANA name', () => {
  assert.equal(zoneName('europe_warsaw'), 'Europe/Warsaw')
  assert.equal(zoneName('america_port_au_prince'), 'America/Port-au-Prince')
  assert.equal(zoneName('america_argentina_buenos_aires'), 'America/Argentina/Buenos_Aires')
  assert.equal(zoneName('utc'), 'UTC')
})

test('a former name leads to the current one', () => {
  assert.equal(zoneName('europe_kiev'), 'Europe/Kyiv')
  assert.equal(zoneName('europe_kyiv'), 'Europe/Kyiv')
  assert.equal(zoneName('asia_calcutta'), 'Asia/Kolkata')
})

test('an unknown id has no name', () => {
  for (const id of ['', 'europe', 'Europe/Warsaw', 'EUROPE_WARSAW', 'constructor', '__proto__']) {
    assert.equal(zoneName(id), undefined)
  }
})

test('every zone has an id of its own, and a name that the runtime knows', () => {
  assert.ok(listedZones.length > 400)
  assert.equal(new Set(listedZones.map(zoneId)).size, listedZones.length)
  // The same count sees zones that would fall together.
  assert.equal(new Set(['Etc/GMT+1', 'Etc/GMT-1'].map(zoneId)).size, 1)
  for (const zone of listedZones) {
    const name = zoneName(zoneId(zone))
    assert.ok(name !== undefined, zone)
    // A former and a current name are the same zone.
    assert.equal(clock(name), clock(zone), zone)
  }
  assert.notEqual(clock('Europe/Kyiv'), clock('Europe/Warsaw'))
})

function clock(timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return [Date.UTC(2026, 0), Date.UTC(2026, 6), Date.UTC(1985, 6)].map((instant) => format.format(instant)).join()
}
