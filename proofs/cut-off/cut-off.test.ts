import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeFigures, hasPassed } from './main.ts'
import { play } from './scene.ts'

test('a sensor whose uplink is cut raises no alarm; one without reference targets does', {
  timeout: 600_000,
}, async () => {
  const result = await play({ cutMs: 18_000, referenceTargets: [undefined, 'none'] })
  const [tested, control] = [computeFigures({ ...result, notifications: 0, mails: 0 }, 0), computeFigures(result, 1)]
  assert.ok(hasPassed(tested, 0), JSON.stringify(tested))
  assert.ok(control.failures > 0 && control.availability < 100 && !hasPassed(control, 0), JSON.stringify(control))
})
