import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { jobNames } from '@wachta/queue'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addRawJob } from '@wachta/testing/jobs'
import { createProcessMetrics } from '../src/process-metrics.ts'

let api: TestApi
before(async () => {
  api = await startApi()
})
after(() => api[Symbol.asyncDispose]())

test('requests, streams and the clock have figures', async () => {
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics, api.owner)
  figures.countResponse('list_services', 200, 0.25)
  figures.countThrottled('address')
  figures.countSecurityEvent('sign_in_failed')
  figures.setStreamCounter(() => 4)
  figures.setClockOffsetReader(() => 2_000)
  const lines = new Set((await metrics.metrics()).split('\n'))
  for (const line of [
    'wachta_api_request_duration_seconds_sum{operation="list_services",status="200"} 0.25',
    'wachta_api_throttled_total{by="address"} 1',
    'wachta_api_security_events_total{type="sign_in_failed"} 1',
    'wachta_api_live_streams 4',
    'wachta_api_clock_offset_seconds 2',
    'wachta_api_mail_age_seconds 0',
  ])
    assert.ok(lines.has(line), `${line} is missing in\n${[...lines].join('\n')}`)
})

test('the age of mail is that of the first one whose time has come', async () => {
  const metrics = new Registry()
  createProcessMetrics(metrics, api.owner)
  await addRawJob(api.owner, jobNames.mail, { delayMs: -90_000 })
  assert.match(await metrics.metrics(), /^wachta_api_mail_age_seconds 9\d(\.\d+)?$/m)
})
