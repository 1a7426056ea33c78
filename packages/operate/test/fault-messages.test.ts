import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeFault } from '../src/backup-and-verify/fault-messages.ts'

test('a fault of the history is described in words, as one of the database is', () => {
  const window_start = new Date('2026-11-15T10:00:00Z')
  for (const table of ['analysis', 'history', 'check_detail'] as const) {
    const fault = { table, service_id: 7, window_start }
    const missing = describeFault({ ...fault, fault: 'missing', after: null, before: null })
    assert.match(missing.en, /of service 7: all records in the 15 minutes from 2026-11-15 10:00:00 UTC are missing$/)
    assert.match(missing.pl, /usługi 7: brak wszystkich zapisów z kwadransa od 2026-11-15 10:00:00 UTC$/)
    const unfound = describeFault({ ...fault, fault: 'unfound' })
    assert.match(unfound.en, /one of the records in the 15 minutes from .* was changed/)
    assert.match(unfound.pl, /zmieniono jeden z zapisów kwadransa od /)
  }
})
