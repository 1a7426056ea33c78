import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incident } from '@wachta/client'
import { getIncidentColumns } from '../src/incidents/incident-columns.ts'

test('when an incident will end is said with the day, unless that is today', () => {
  const now = new Date(2026, 10, 15, 23, 50)
  const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()
  const tell = (quiet_since: string, closes_at: string, language: 'en' | 'pl' = 'en') => {
    const incident = { end_time: null, end_reason: null, quiet_since, closes_at } as Incident
    return getIncidentColumns({ language, now, errorName: () => '' })
      .at(-1)
      ?.value(incident)
  }
  assert.equal(tell(at(15, 23, 40), at(15, 23, 55)), 'no problem since 23:40, resolves at 23:55')
  assert.equal(tell(at(15, 23, 40), at(16, 0, 10)), 'no problem since 23:40, resolves at 2026-11-16 00:10')
  assert.equal(tell(at(14, 23, 55), at(15, 23, 55), 'pl'), 'bez problemu od 2026-11-14 23:55, zakończy się o 23:55')
  assert.equal(tell(at(15, 23, 40), at(16, 0, 10), 'pl'), 'bez problemu od 23:40, zakończy się 2026-11-16 00:10')
})
