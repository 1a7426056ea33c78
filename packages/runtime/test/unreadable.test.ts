import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { reportUnreadable, watchUnreadable } from '../src/unreadable.ts'

test('unreadable items are counted by place, and logged once a minute', async () => {
  const metrics = new Registry()
  const lines: object[] = []
  const watching = watchUnreadable(metrics, { warn: ((line: object) => void lines.push(line)) as never })
  for (const id of [7, 8, 9]) reportUnreadable('analysis.checks', id)
  reportUnreadable('event.scope', 1)
  watching[Symbol.dispose]()
  reportUnreadable('event.scope', 2)
  assert.deepEqual(lines, [
    { place: 'analysis.checks', id: 7, suppressed: 0 },
    { place: 'event.scope', id: 1, suppressed: 0 },
  ])
  const text = await metrics.metrics()
  assert.match(text, /wachta_process_unreadable_total\{place="analysis\.checks"\} 3/)
  assert.match(text, /wachta_process_unreadable_total\{place="event\.scope"\} 1/)
})
