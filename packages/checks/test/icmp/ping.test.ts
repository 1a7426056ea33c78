import assert from 'node:assert/strict'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { allowAll, allowPublicOnly, type CheckOrder, runCheck } from '@wachta/checks'
import { getNoticeKind, measureRoundTrip } from '../../src/icmp/echoes.ts'
import { fping } from '../../src/icmp/fping.ts'
import { iputilsPing } from '../../src/icmp/iputils-ping.ts'
import { sendEchoes, tryEchoPrograms } from '../../src/icmp/send-echoes.ts'
import { kindOf } from '../support/kind-of.ts'
import { outputs } from './outputs.ts'

const order = (address: string, settings = {}): CheckOrder => ({ type_id: 'ping', address, settings, timeout_ms: 3000 })

/** Restricts the sensor to these programs, for one test. */
async function onlyPrograms(context: TestContext, ...programs: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'wachta-programs-'))
  for (const program of programs) await symlink(`/usr/bin/${program}`, join(folder, program))
  const before = process.env['PATH']
  process.env['PATH'] = folder
  context.after(async () => {
    process.env['PATH'] = before
    await rm(folder, { recursive: true })
  })
  return folder
}

for (const address of ['127.0.0.1', '::1', 'ping://localhost', 'localhost.']) {
  test(`${address} replies`, async () => {
    const { result, error_message, metrics, response_time } = await runCheck(order(address), { guard: allowAll })
    assert.equal(error_message, null)
    assert.equal(result, 'ok')
    assert.equal(metrics['packet_loss'], 0)
    const {
      round_trip_minimum = 0,
      round_trip_average = 0,
      round_trip_maximum = 0,
      round_trip_deviation = -1,
    } = metrics
    assert.ok(0 < round_trip_minimum && round_trip_minimum <= round_trip_average)
    assert.ok(round_trip_average <= round_trip_maximum && round_trip_deviation >= 0)
    assert.equal(response_time, Math.round(round_trip_average))
  })
}

test('the smallest and the largest packet, and the most of them', async () => {
  for (const settings of [{ bytes_to_send: 1 }, { bytes_to_send: 1472 }, { packets_to_send: 10 }]) {
    const { result, error_message } = await runCheck(order('127.0.0.1', settings), { guard: allowAll })
    assert.equal(result, 'ok', error_message ?? '')
  }
})

test('without fping the other program does it', async (context) => {
  await onlyPrograms(context, 'ping')
  const { result, error_message, metrics } = await runCheck(order('127.0.0.1'), { guard: allowAll })
  assert.equal(result, 'ok', error_message ?? '')
  assert.ok((metrics['round_trip_average'] ?? 0) > 0)
})

test('a program that does not hear its own machine is asked last, and believed where it is the only one', async (context) => {
  const folder = await onlyPrograms(context, 'ping')
  // Like fping 5.1 without a raw socket, on a system where ping does not need one.
  const deaf = '#!/bin/sh\nfor address; do :; done\necho "$address : -" >&2\n'
  await writeFile(join(folder, 'fping'), deaf, { mode: 0o755 })
  const resultOf = async () => (await runCheck(order('127.0.0.1', { packets_to_send: 1 }), { guard: allowAll })).result
  assert.equal(await resultOf(), 'error')
  assert.deepEqual(await tryEchoPrograms(), ['fping'])
  assert.equal(await resultOf(), 'ok')
  await rm(join(folder, 'ping'))
  // This also restores the usual order for the tests that follow.
  assert.deepEqual(await tryEchoPrograms(), ['fping', 'ping'])
  assert.equal(await resultOf(), 'error')
})

test('loss and slowness are judged by the settings', async (context) => {
  const folder = await onlyPrograms(context)
  // This machine loses no packets, so a fake program prints the output of a lossy connection.
  await writeFile(join(folder, 'fping'), '#!/bin/sh\necho "127.0.0.1 : 20.0 40.0 - -" >&2\n', { mode: 0o755 })
  const lossy = { packets_to_send: 4 }
  const judged = async (settings: object) =>
    kindOf(await runCheck(order('127.0.0.1', { ...lossy, ...settings }), { guard: allowAll }))
  assert.equal(await judged({ maximum_packet_loss: 50 }), undefined)
  assert.equal(await judged({ maximum_packet_loss: 49 }), 'ping_packet_loss')
  assert.equal(await judged({ maximum_response_time: 30 }), undefined)
  assert.equal(await judged({ maximum_response_time: 29 }), 'timeout_total')
})

test('without either the sensor says that it cannot', async (context) => {
  await onlyPrograms(context)
  const { result, reason } = await runCheck(order('127.0.0.1'), { guard: allowAll })
  assert.deepEqual([result, reason], ['unknown', 'unsupported'])
})

test('the guard has the first word', async () => {
  for (const address of ['127.0.0.1', 'localhost', '::1', '169.254.169.254']) {
    assert.equal(kindOf(await runCheck(order(address), { guard: allowPublicOnly })), 'address_forbidden')
  }
})

test('nothing but an address is ever given to a program', async () => {
  const echo = { packets: 1, bytes: 64, intervalMs: 10, timeoutMs: 50 }
  for (const address of ['-f', '--help', 'localhost', '127.0.0.1 -f /etc/passwd', '']) {
    await assert.rejects(sendEchoes({ ...echo, address }, new AbortController().signal), /addresses only/)
  }
})

test('the program dies with the check', async () => {
  const limit = new AbortController()
  const started = performance.now()
  const echoes = sendEchoes(
    { address: '127.255.255.255', packets: 10, bytes: 64, intervalMs: 500, timeoutMs: 9000 },
    limit.signal,
  )
  setTimeout(() => limit.abort(), 50)
  await assert.rejects(echoes, { name: 'AbortError' })
  assert.ok(performance.now() - started < 2000)
})

for (const { name, program, address, stdout = '', stderr = '', echoes, kind } of outputs) {
  test(`${program} says: ${name}`, () => {
    const { parse: read } = program === 'fping' ? fping : iputilsPing
    const found = read({ stdout, stderr }, { address, packets: 2, bytes: 64, intervalMs: 200, timeoutMs: 1000 })
    assert.deepEqual(found, echoes)
    if (kind !== undefined) assert.equal(getNoticeKind(found?.notice ?? ''), kind)
  })
}

test('figures of round trips', () => {
  assert.deepEqual(measureRoundTrip([1, 3]), { minimum: 1, average: 2, maximum: 3, deviation: 1 })
})
