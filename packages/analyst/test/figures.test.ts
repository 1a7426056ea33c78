import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { createFigures } from '../src/figures.ts'

const standing = { messages: 0, results: 0, repeated: 0, expected: 2, overdue: 0, pending: 0, behind_seconds: 0 }

test('what is due is counted from the schedules and the clock alone, also while a desk begins again', async () => {
  const metrics = new Registry()
  const clock = { now: 5_000 }
  const figures = createFigures(metrics, () => clock.now)
  const expected = async () =>
    Number(/^wachta_analyst_analyses_expected_total\{group="3"\} (\S+)$/m.exec(await metrics.metrics())?.[1] ?? 0)
  figures.taken(3)
  clock.now += 10_000
  figures.standing(3, standing)
  assert.equal(await expected(), 20)
  clock.now += 30_000
  figures.standing(3, standing)
  assert.equal(await expected(), 80, 'half a minute without a word was half a minute of slots')
  figures.gone(3)
  clock.now += 600_000
  figures.taken(3)
  clock.now += 1_000
  figures.standing(3, { ...standing, expected: 5 })
  assert.equal(await expected(), 85, 'what others decided meanwhile is theirs')
})

test('a group that is given back leaves no figure that would be taken for its own', async () => {
  const metrics = new Registry()
  const figures = createFigures(metrics)
  figures.taken(1)
  figures.standing(1, { ...standing, overdue: 4 })
  assert.match(await metrics.metrics(), /^wachta_analyst_analyses_overdue\{group="1"\} 4$/m)
  figures.gone(1)
  const text = await metrics.metrics()
  assert.doesNotMatch(text, /^wachta_analyst_(analyses_overdue|group_held|results_pending)\{/m)
  assert.match(text, /^wachta_analyst_groups 8$/m)
})
