import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { createProcessMetrics } from '../src/process-metrics.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
after(() => world[Symbol.asyncDispose]())

test('attempts are counted by outcome, and only sent messages have an age', async () => {
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics, world.db)
  figures.countAttempt({ channel_id: 'email', outcome: 'sent', ageMs: 1_500 })
  figures.countAttempt({ channel_id: 'email', outcome: 'permanent', reason: 'no_such_address', ageMs: 9_000 })
  const text = await metrics.metrics()
  assert.match(text, /^wachta_notifier_attempts_total\{channel="email",outcome="sent",reason=""\} 1$/m)
  assert.match(
    text,
    /^wachta_notifier_attempts_total\{channel="email",outcome="permanent",reason="no_such_address"\} 1$/m,
  )
  assert.match(text, /^wachta_notifier_hand_off_seconds_sum\{channel="email"\} 1.5$/m)
})

test('messages to subscribers are counted apart, and do not change how old notifications are when they are sent', async () => {
  const metrics = new Registry()
  const processMetrics = createProcessMetrics(metrics, world.db)
  processMetrics.countSubscriberOutcome({ channel_id: 'email', outcome: 'sent' })
  processMetrics.countSubscriberOutcome({ channel_id: 'webhook', outcome: 'permanent' })
  const text = await metrics.metrics()
  assert.match(text, /^wachta_notifier_subscriber_messages_total\{channel="email",outcome="sent"\} 1$/m)
  assert.match(text, /^wachta_notifier_subscriber_messages_total\{channel="webhook",outcome="permanent"\} 1$/m)
  assert.match(text, /^wachta_notifier_queue_jobs\{task="message_subscribers"\} 0$/m)
  assert.match(text, /^wachta_notifier_queue_jobs\{task="message_web_subscribers"\} 0$/m)
  assert.doesNotMatch(text, /^wachta_notifier_hand_off_seconds_count\{/m)
})
