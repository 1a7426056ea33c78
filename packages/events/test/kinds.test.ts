import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '@wachta/domain'
import { Value } from 'typebox/value'
import { type EventKind, eventKinds, type Facts, findEventKind, getProperties } from '../src/index.ts'

/** Sample facts for everything that kinds watch: the condition holds, is over, or cannot be judged. */
const telling: { readonly [Watched in keyof Facts]: Readonly<Record<'holds' | 'over' | 'nothing', Facts[Watched][]>> } =
  {
    status: {
      holds: [{ status: 'failure' }],
      over: [{ status: 'ok' }],
      nothing: [{ status: 'unknown' }, { status: 'paused' }],
    },
    response_times: {
      holds: [{ response_time: 600_001 }],
      over: [{ response_time: 0 }],
      nothing: [{ response_time: null }],
    },
    expiry: {
      holds: [{ days_left: 0 }, { days_left: -3 }],
      over: [{ days_left: 366 }],
      nothing: [{ days_left: null }],
    },
    sensor: {
      holds: [
        { silentMs: 120_001, quarantined: false },
        { silentMs: 0, quarantined: true },
      ],
      over: [
        { silentMs: 0, quarantined: false },
        { silentMs: 120_000, quarantined: false },
      ],
      nothing: [{ silentMs: null, quarantined: false }],
    },
  }

/** The verdicts of a kind about these facts, with its default settings. */
function verdicts(kind: EventKind, which: 'holds' | 'over' | 'nothing'): (boolean | undefined)[] {
  switch (kind.watches) {
    case 'status':
      return telling.status[which].map((facts) => kind.holds(facts, {}))
    case 'response_times':
      return telling.response_times[which].map((facts) => kind.holds(facts, {}))
    case 'expiry':
      return telling.expiry[which].map((facts) => kind.holds(facts, {}))
    case 'sensor':
      return telling.sensor[which].map((facts) => kind.holds(facts, {}))
  }
}

/** Lists what is wrong with a kind. */
function faultsOf(kind: EventKind): string[] {
  const defaults = Object.fromEntries(
    Object.entries(getProperties(kind)).map(([name, setting]) => [name, setting.default]),
  )
  const wanted = [
    ['an id of the interface', /^[a-z_]+$/.test(kind.id)],
    ['texts in every language', languages.every((language) => kind.name[language] && kind.description[language])],
    ['closed settings', !Value.Check(kind.settings, { unheard_of: 1 })],
    ['settings that may all be left out', Value.Check(kind.settings, {})],
    ['a default for every setting', Object.values(defaults).every((value) => value !== undefined)],
    ['defaults that it accepts', Value.Check(kind.settings, defaults)],
    ['a description of every setting', Object.values(getProperties(kind)).every(({ description }) => description)],
    ['to see when it holds', verdicts(kind, 'holds').every((verdict) => verdict === true)],
    ['to see when it is over', verdicts(kind, 'over').every((verdict) => verdict === false)],
    ['to leave alone what is not known', verdicts(kind, 'nothing').every((verdict) => verdict === undefined)],
  ] as const
  return wanted.filter(([, isSo]) => !isSo).map(([what]) => what)
}

for (const kind of eventKinds)
  test(`${kind.id} keeps what every kind promises`, () => {
    assert.deepEqual(faultsOf(kind), [])
    assert.equal(findEventKind(kind.id), kind)
  })

test('a kind that keeps none of it is caught', () => {
  const [failure] = eventKinds
  assert.ok(failure?.watches === 'status')
  const wrong: EventKind = { ...failure, id: 'No', name: { pl: '', en: '' }, holds: () => true }
  assert.deepEqual(faultsOf(wrong), [
    'an id of the interface',
    'texts in every language',
    'to see when it is over',
    'to leave alone what is not known',
  ])
})

test('ids are unique, and what is not a kind is none', () => {
  assert.equal(new Set(eventKinds.map(({ id }) => id)).size, eventKinds.length)
  assert.equal(findEventKind('unheard_of'), undefined)
})

test('settings stand in the place of defaults, and foreign ones are refused', () => {
  const kind = findEventKind('performance')
  assert.ok(kind?.watches === 'response_times')
  assert.deepEqual(kind.getStatistic({ minutes: 90, measure: 'median' }), {
    response_time: 5000,
    measure: 'median',
    minutes: 90,
  })
  assert.equal(kind.holds({ response_time: 300 }, { response_time: 300 }), false)
  assert.equal(kind.holds({ response_time: 301 }, { response_time: 300 }), true)
  assert.throws(() => kind.getStatistic({ measure: 'mode' }))
})
