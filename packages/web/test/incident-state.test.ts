import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incident } from '@wachta/client'
import { createFormats } from '../src/app/i18n/formats.ts'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { en } from '../src/app/registry/messages.en.ts'
import { pl } from '../src/app/registry/messages.pl.ts'
import {
  describeIncident,
  getIncidentSeconds,
  getIncidentState,
} from '../src/features/open-incidents/incident-state.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 15, 10, minute, second)).toISOString()

const open = {
  state: 'open',
  start_time: at(0),
  end_time: null,
  is_flapping: false,
  quiet_since: null,
  closes_at: null,
  acknowledged_by: null,
} satisfies Partial<Incident>

const say = (incident: Parameters<typeof describeIncident>[0]) =>
  describeIncident(incident, {
    t: createTranslate('en', en),
    formats: createFormats('en', 'UTC'),
    now: new Date(at(42, 36)),
  })

test('an open incident says since when and for how long', () => {
  assert.equal(getIncidentState(open), 'open')
  assert.equal(say(open), 'since 10:00, for 42 min')
})

test('an acknowledged incident says who is on it', () => {
  const acknowledged = { ...open, state: 'acknowledged', acknowledged_by: 'Anna' } as const
  assert.equal(getIncidentState(acknowledged), 'acknowledged')
  assert.equal(say(acknowledged), 'since 10:00, for 42 min · Anna is on it')
})

test('a flapping incident whose service is up says since when, and when it is resolved', () => {
  const flapping = { ...open, state: 'flapping', is_flapping: true, quiet_since: at(40), closes_at: at(55) } as const
  assert.equal(getIncidentState(flapping), 'flapping')
  assert.equal(say(flapping), 'flapping, no problem since 10:40, resolves at 10:55')
})

test('an incident that waits for the end of its delay is recovering, not open', () => {
  const recovering = { ...open, quiet_since: at(40), closes_at: at(45) } as const
  assert.equal(getIncidentState(recovering), 'recovering')
  assert.equal(say(recovering), 'no problem since 10:40, resolves at 10:45')
})

test('an incident that is resolved on another day says the day', () => {
  const tomorrow = new Date(Date.UTC(2026, 10, 16, 0, 10)).toISOString()
  const recovering = { ...open, quiet_since: at(40), closes_at: tomorrow } as const
  assert.equal(say(recovering), 'no problem since 10:40, resolves on 16 Nov, 00:10')
  const inPolish = (closes_at: string | null) =>
    describeIncident(
      { ...recovering, closes_at },
      { t: createTranslate('pl', pl), formats: createFormats('pl', 'UTC'), now: new Date(at(42)) },
    )
  assert.equal(inPolish(tomorrow), 'bez problemu od 10:40, zakończy się 16 lis, 00:10')
  assert.equal(inPolish(at(45)), 'bez problemu od 10:40, zakończy się o 10:45')
  assert.equal(inPolish(null), 'bez problemu od 10:40')
})

test('a resolved incident says how long it lasted', () => {
  const resolved = { ...open, state: 'resolved', end_time: at(30) } as const
  assert.equal(say(resolved), 'lasted 30 min, from 10:00')
})

test('a duration shows seconds only while it is short', () => {
  const now = new Date(at(42, 36))
  assert.equal(getIncidentSeconds({ start_time: at(0), end_time: null }, now), 42 * 60)
  assert.equal(getIncidentSeconds({ start_time: at(0), end_time: at(0, 37) }, now), 37)
  assert.equal(getIncidentSeconds({ start_time: at(43), end_time: null }, now), 0, 'clocks differ')
})
