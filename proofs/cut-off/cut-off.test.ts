import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figuresOf, isSound } from './main.ts'
import { play } from './scene.ts'

test('a sensor whose uplink is cut raises no alarm; one without reference targets does', {
  timeout: 600_000,
}, async () => {
  const result = await play({ cutMs: 18_000, anchors: [undefined, 'none'] })
  const [tested, control] = [figuresOf({ ...result, notifications: 0, mails: 0 }, 0), figuresOf(result, 1)]
  assert.ok(isSound(tested, 0), JSON.stringify(tested))
  assert.ok(control.failures > 0 && control.availability < 100 && !isSound(control, 0), JSON.stringify(control))
})
