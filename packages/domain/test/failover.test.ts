import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  buildRevision,
  chooseFailoverSensors,
  computeNextPresence,
  initialPresence,
  isQuorum,
  type Presence,
} from '../src/index.ts'

/** The presence changes of a sequence of slots, each with its slot. */
function changesOf(slots: readonly boolean[]): string[] {
  let presence: Presence = initialPresence
  return slots.flatMap((isKnown, slot) => {
    const step = computeNextPresence(presence, isKnown)
    presence = step.presence
    return step.change === undefined ? [] : [`${slot} ${step.change}`]
  })
}

test('two unknown slots in a row make a sensor absent, and five known ones bring it back', () => {
  const [known, unknown] = [true, false]
  assert.deepEqual(changesOf([known, unknown, known, unknown, known]), [])
  assert.deepEqual(changesOf([known, unknown, unknown]), ['2 absent'])
  assert.deepEqual(changesOf([unknown, unknown, known, known, known, known, unknown]), ['1 absent'])
  assert.deepEqual(changesOf([unknown, unknown, known, known, known, known, known]), ['1 absent', '6 returned'])
  assert.deepEqual(changesOf(new Array(12).fill(unknown)), ['1 absent', '11 absent'], 'a long absence is told again')
})

test('a sensor is absent after any two unknown slots, and never back without five known ones', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 60 }), (slots) => {
      let presence: Presence = initialPresence
      for (const [index, isKnown] of slots.entries()) {
        const before = presence.isAbsent
        presence = computeNextPresence(presence, isKnown).presence
        const lately = (count: number, value: boolean) =>
          index + 1 >= count && slots.slice(index + 1 - count, index + 1).every((each) => each === value)
        if (lately(2, false)) assert.ok(presence.isAbsent)
        if (lately(5, true)) assert.ok(!presence.isAbsent)
        if (before && !presence.isAbsent) assert.ok(lately(5, true))
        if (!before && presence.isAbsent) assert.ok(lately(2, false))
      }
    }),
  )
})

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 12 })

test('each absent chosen sensor has its own failover sensor while there are any, and no other sensor has one', () => {
  fc.assert(
    fc.property(
      ids,
      ids,
      ids,
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 12 }),
      (assigned, away, able, before) => {
        const absences = away.map((sensor_id, place) => ({ sensor_id, stand_in_id: before[place] ?? null }))
        const chosen = chooseFailoverSensors({ assigned, absences, candidates: () => able })
        const wanted = away.filter((id) => assigned.includes(id))
        const free = able.filter((id) => !assigned.includes(id) && !away.includes(id))
        assert.equal(chosen.size, Math.min(wanted.length, free.length))
        assert.equal(new Set(chosen.values()).size, chosen.size)
        for (const [sensor, failover] of chosen) assert.ok(wanted.includes(sensor) && free.includes(failover))
        // A chosen failover sensor is kept as long as nothing changes.
        const again = absences.map(({ sensor_id }) => ({ sensor_id, stand_in_id: chosen.get(sensor_id) ?? null }))
        assert.deepEqual(
          chooseFailoverSensors({ assigned, absences: again, candidates: () => able.toReversed() }),
          chosen,
        )
      },
    ),
  )
})

test('with failover sensors for all absent sensors there is a quorum again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(12), (sensors, absent) => {
      const away = Math.min(absent, sensors)
      assert.ok(isQuorum(sensors - away + away, sensors + away))
    }),
  )
})

test('failover sensors are part of the revision while their sensor is, if the service allows it', () => {
  const service = {
    ...{ id: 1, type_id: 'https', category_id: 'default', address: 'example.com', interval: 60 },
    ...{ is_active: true, is_archived: false },
    ...{ owner_is_open: true, extended_settings: {}, sensor_ids: [3, 1], group_sensor_ids: [] },
    absences: [{ sensor_id: 3, stand_in_id: 2 }],
  }
  assert.deepEqual(buildRevision(service).sensor_ids, [1, 2, 3])
  assert.deepEqual(buildRevision({ ...service, sensor_ids: [1] }).sensor_ids, [1])
  assert.deepEqual(buildRevision({ ...service, extended_settings: { sensors_failover: false } }).sensor_ids, [1, 3])
  assert.deepEqual(buildRevision({ ...service, absences: [{ sensor_id: 3, stand_in_id: null }] }).sensor_ids, [1, 3])
})
