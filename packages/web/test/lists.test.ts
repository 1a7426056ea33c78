import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incident } from '@wachta/client'
import { createFormats } from '../src/app/i18n/formats.ts'
import { createTranslate } from '../src/app/i18n/translate.ts'
import { en } from '../src/app/registry/messages.en.ts'
import { toLocalPath } from '../src/features/authentication/to-local-path.ts'
import { createUrgencyComparator } from '../src/features/dashboard/order.ts'
import type { ServiceWithStatus } from '../src/features/services/queries.ts'
import { describeService, getCheckedText, lowercaseFirst } from '../src/features/services/sentence.ts'
import { compareUrgency, countStates, getShownState } from '../src/features/services/state.ts'
import { matches } from '../src/ui/matches.ts'
import { type Column, sortRows, toggleSorting } from '../src/ui/table-rows.ts'
import { readNavigablePaths } from './support/navigable-paths.ts'

const watched = (id: number, more: Partial<ServiceWithStatus> = {}): ServiceWithStatus => ({
  id,
  name: `Service ${id}`,
  address: '',
  type_id: 'http',
  group_id: 1,
  sensors: null,
  status: 'ok',
  since: '2026-11-15T09:00:00Z',
  last_analysis_time: null,
  average_response_time: 100,
  failing: [],
  error_type_id: null,
  is_suspended: false,
  is_silenced: false,
  ...more,
})

test('what presses most comes first', () => {
  const all = [
    watched(1, { status: 'paused' }),
    watched(10),
    watched(2),
    watched(3, { average_response_time: 4000 }),
    watched(4, { average_response_time: 9000 }),
    watched(5, { status: 'unknown' }),
    watched(6, { status: 'failure' }),
    watched(7, { status: 'failure', since: '2026-11-15T09:30:00Z' }),
  ]
  assert.deepEqual(
    all.toSorted(compareUrgency).map(({ id }) => id),
    [7, 6, 5, 4, 3, 2, 10, 1],
  )
  assert.deepEqual(countStates(all), { failure: 2, unknown: 1, slow: 2, ok: 2, paused: 1 })
  assert.equal(
    getShownState({ status: 'failure', average_response_time: 9000 }),
    'failure',
    'what fails is not called slow',
  )
})

test('incidents that are not acknowledged come first', () => {
  const taken = { acknowledged_by: 'Joanna' } as Incident
  const open = { acknowledged_by: null } as Incident
  const all = [
    watched(1),
    watched(2, { status: 'failure', since: '2026-11-15T11:00:00Z' }),
    watched(3, { status: 'failure', since: '2026-11-15T10:00:00Z' }),
    watched(4, { status: 'unknown' }),
    watched(5, { status: 'failure', since: '2026-11-15T08:00:00Z' }),
  ]
  const incidents = new Map([
    [2, taken],
    [3, open],
  ])
  assert.deepEqual(
    all.toSorted(createUrgencyComparator(incidents)).map(({ id }) => id),
    [3, 5, 2, 4, 1],
  )
})

test('an archived service is not said to be checked', () => {
  const context = {
    t: createTranslate('en', en),
    formats: createFormats('en', 'UTC'),
    now: new Date('2026-11-15T12:00:00Z'),
  }
  const service = { interval: 60, is_archived: false }
  const archived = { ...service, is_archived: true }
  const last = '2026-11-15T11:58:00Z'
  assert.match(getCheckedText(service, last, context), /^Last analysis 2 min.* ago; checked every 1 min$/)
  assert.equal(getCheckedText(service, null, context), 'No data yet. Checked every 1 min')
  assert.match(getCheckedText(archived, last, context), /^Last analysis 2 min.* ago$/)
  assert.equal(getCheckedText(archived, null, context), 'No data.')
})

test('the state is a sentence', () => {
  const context = {
    t: createTranslate('en', en),
    formats: createFormats('en', 'UTC'),
    errorTypes: new Map([[401, { name: 'Certificate expired' }]]),
    now: new Date('2026-11-15T12:00:00Z'),
  }
  const failing = watched(1, { status: 'failure', failing: [1, 2, 3], error_type_id: 401 })
  assert.equal(
    describeService(failing, context, { sensors: 5, answered: 5 }),
    'Down since 09:00: certificate expired (3 of 5\u00a0sensors)',
  )
  assert.equal(describeService(failing, context), 'Down since 09:00: certificate expired (3\u00a0sensors)')
  assert.equal(
    describeService({ ...failing, sensors: 5 }, context),
    'Down since 09:00: certificate expired (3 of 5\u00a0sensors)',
  )
  assert.equal(
    describeService({ ...failing, sensors: 2 }, context),
    'Down since 09:00: certificate expired (3\u00a0sensors)',
    'sensors that stand in may be more than were chosen',
  )
  assert.equal(describeService({ ...failing, error_type_id: 999 }, context), 'Down since 09:00 (3\u00a0sensors)')
  assert.equal(describeService(watched(1), context), 'Up since 09:00')
  assert.equal(describeService({ ...failing, error_type_id: null, failing: [] }, context), 'Down since 09:00')
  const unknown = watched(1, { status: 'unknown' })
  assert.equal(describeService(unknown, context), 'Unknown since 09:00')
  assert.equal(
    describeService(unknown, context, { sensors: 3, answered: 1 }),
    'Unknown since 09:00: 1 of 3 sensors answered',
  )
  assert.equal(describeService({ ...unknown, sensors: 0 }, context), 'No sensor assigned')
  assert.equal(describeService({ ...unknown, sensors: 2 }, context), 'Unknown since 09:00')
  assert.equal(
    describeService({ ...unknown, unchecked_reason: 'no_able_sensor' }, context),
    'Unknown: no assigned sensor can run this type of check',
  )
  assert.equal(describeService(watched(1, { sensors: 0 }), context), 'Up since 09:00', 'what is known is shown')
  assert.equal(
    describeService(watched(1, { status: 'paused', is_suspended: true }), context),
    'Paused since 09:00 for maintenance',
  )
  assert.equal(describeService({ ...watched(1, { status: 'paused' }), is_archived: true }, context), 'Archived')
})

test('the name of an error goes into a sentence, names and abbreviations unchanged', () => {
  assert.deepEqual(
    ['Certificate expired', 'Połączenie odrzucone', 'DNS lookup timed out', 'WebSocket closed too early', 'gRPC'].map(
      lowercaseFirst,
    ),
    ['certificate expired', 'połączenie odrzucone', 'DNS lookup timed out', 'WebSocket closed too early', 'gRPC'],
  )
})

test('words are found without their marks, all of them, in any order', () => {
  assert.ok(matches('lodz', 'Usługa Łódź'))
  assert.ok(matches('ŁÓDŹ usl', 'Usługa Łódź'))
  assert.ok(matches('shop example', 'Shop', 'https://example.com'))
  assert.ok(matches('', 'anything'))
  assert.equal(matches('lodz gdansk', 'Usługa Łódź'), false)
})

test('a heading sorts, and turns the order when pressed again', () => {
  const columns: Column<{ n: number }>[] = [
    { id: 'n', header: 'N', cell: () => null, compare: (one, other) => one.n - other.n },
    { id: 'fixed', header: 'F', cell: () => null },
  ]
  const rows = [{ n: 2 }, { n: 1 }, { n: 3 }]
  const once = toggleSorting(null, 'n')
  assert.deepEqual(
    sortRows(rows, columns, once).map(({ n }) => n),
    [1, 2, 3],
  )
  assert.deepEqual(
    sortRows(rows, columns, toggleSorting(once, 'n')).map(({ n }) => n),
    [3, 2, 1],
  )
  assert.equal(sortRows(rows, columns, toggleSorting(once, 'fixed')), rows)
})

test('after signing in, no redirect leads to another origin', () => {
  assert.equal(toLocalPath('/services?state=failure'), '/services?state=failure')
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    undefined,
  ])
    assert.equal(toLocalPath(elsewhere), '/', elsewhere)
})

test('a screen is navigable if its own route says so', () => {
  const route = (path: string, more = '') => `const a = createRoute({\n  path: '${path}',\n${more}})\n`
  const place = "  staticData: { place: { name: 'a.title', icon: 'errors' } },\n"
  assert.deepEqual(readNavigablePaths(`${route('/a')}\n${route('/b', place)}\n${route('/c')}`), ['/b'])
})
