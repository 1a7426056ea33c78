import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import {
  type AssignmentsReader,
  countResultBytes,
  type Digest,
  digestRevisions,
  maxChunkBytes,
  readResults,
  writeAssignment,
} from '@wachta/bus'
import { allowPublicOnly } from '@wachta/checks'
import { createAssignment, createReport, minuteStart, toSpooled } from '@wachta/testing/sensor'
import { createAssignments } from '../src/assignments.ts'
import { createClockOffset } from '../src/clock-offset.ts'
import { createDiagnostics } from '../src/diagnostics.ts'
import { runDig } from '../src/dig.ts'
import { createEvidenceQueue, splitIntoChunks } from '../src/evidence.ts'
import { followAssignments } from '../src/follow-assignments.ts'
import { followLeader } from '../src/leader.ts'
import { createOutbox } from '../src/outbox.ts'
import type { OutgoingBatch } from '../src/outgoing.ts'
import { runLimitedProgram } from '../src/programs.ts'
import { createResultForms } from '../src/result-forms.ts'
import type { SpooledResult } from '../src/spool/records.ts'
import { parseTarget } from '../src/target.ts'
import { parseTraceroute, runTraceroute } from '../src/traceroute.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('missing assignments are removed only when the centre confirms it, and many of them only after a delay', async () => {
  for (const [missing, patience] of [
    [1, 0],
    [6, 60_000],
  ] as const) {
    let now = minuteStart
    const stop = new AbortController()
    const assignments = createAssignments()
    for (let id = 1; id <= 10; id++) assignments.set(createAssignment(id))
    const left = Array.from({ length: 10 - missing }, (_, place) => place + 1)
    const follower = followAssignments({
      open: async (signal) => readerOf(left, signal),
      assignments,
      now: () => now,
      wait: async () => undefined,
      onFault: () => assert.fail(),
      signal: stop.signal,
    })
    await settled()
    const another: Digest = digestRevisions([[1, 99]])
    follower.compare(another)
    assert.equal(assignments.size, 10)
    const theirs = digestRevisions(left.map((id) => [id, 1] as const))
    follower.compare(theirs)
    assert.equal(assignments.size, patience === 0 ? 9 : 10)
    now += patience
    follower.compare(theirs)
    assert.equal(assignments.size, left.length)
    stop.abort()
    await follower.done
  }
})

test('a long reading is not started again as long as it makes progress', async () => {
  let [now, opened, step] = [minuteStart, 0, Promise.withResolvers<void>()]
  const stop = new AbortController()
  const assignments = createAssignments()
  const services = Array.from({ length: 10 }, (_, place) => place + 1)
  const follower = followAssignments({
    async open(signal) {
      opened += 1
      const reader = readerOf(services, signal)
      return {
        pending: reader.pending,
        async *[Symbol.asyncIterator]() {
          for await (const message of reader) {
            await step.promise
            if (signal.aborted) return
            yield message
          }
        },
      }
    },
    assignments,
    now: () => now,
    wait: async () => undefined,
    onFault: () => assert.fail(),
    signal: stop.signal,
  })
  const theirs = digestRevisions(services.map((id) => [id, 1] as const))
  const passEightSeconds = async () => {
    await settled()
    now += 8_000
    follower.compare(theirs)
  }
  const readNext = () => {
    step.resolve()
    step = Promise.withResolvers()
  }
  for (const _ of services.slice(1)) {
    await settled()
    readNext()
    await passEightSeconds()
  }
  assert.deepEqual([opened, assignments.size], [1, 9])
  // Now it stands still.
  for (let count = 0; count < 3; count += 1) await passEightSeconds()
  readNext()
  await settled()
  assert.equal(opened, 2)
  stop.abort()
  readNext()
  await follower.done
})

function readerOf(services: readonly number[], signal: AbortSignal): AssignmentsReader {
  return {
    pending: services.length,
    async *[Symbol.asyncIterator]() {
      for (const [place, id] of services.entries()) {
        const bytes = writeAssignment(createAssignment(id))
        yield {
          subject: `asg.c.1.${id}`,
          sequence: place + 1,
          bytes,
          headers: undefined,
          stored: 0,
          pending: services.length - place - 1,
        }
      }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    },
  }
}

function outbox(held: SpooledResult[], forms = createResultForms()) {
  const state = { now: minuteStart, sent: [] as OutgoingBatch[], isBroken: false, committed: 0 }
  const box = createOutbox({
    spool: {
      host: 'host',
      outstanding: () =>
        new Map(held.length > state.committed ? [[0, [state.committed + 1, held.length] as const]] : []),
      read: async (_, from, limit) => held.slice(from - 1, from - 1 + limit),
      first: () => 1,
    },
    forms,
    now: () => state.now,
    random: () => 0.5,
    publish: async (outgoing) => {
      if (state.isBroken) throw new Error('no')
      state.sent.push(outgoing)
    },
  })
  const sequences = () =>
    state.sent.flatMap(({ bytes }) => {
      const { first, count } = readResults(1, bytes)
      return Array.from({ length: count }, (_, place) => first + place)
    })
  const pass = async (milliseconds: number) => {
    for (const end = state.now + milliseconds; state.now < end; ) {
      state.now += 50
      box.tick()
      await settled()
      await settled()
    }
  }
  const add = (count: number, given: Parameters<typeof createReport>[2] = {}) => {
    const results = Array.from({ length: count }, (_, place) => ({
      ...toSpooled(0, createReport(place + 1, state.now, given)),
      sequence: held.length + place + 1,
    }))
    held.push(...results)
    box.addSpooled(results)
  }
  return { box, state, sequences, pass, add }
}

test('fresh results go by a hundred or by the second, failures at once', async () => {
  const { box, state, pass, add } = outbox([])
  box.setConnected(true)
  add(250)
  await pass(50)
  assert.deepEqual(
    state.sent.map(({ results }) => results.length),
    [100, 100, 50],
  )
  add(3)
  await pass(900)
  assert.equal(state.sent.length, 3)
  await pass(200)
  assert.equal(state.sent.length, 4)
  add(1, { result: 'error', error_type_id: 1 })
  await pass(100)
  assert.equal(state.sent.length, 5)
  assert.ok(state.sent.every(({ urgency }) => urgency === 'live'))
})

test('what was missed in an outage: the fresh part goes at once, the old part as backlog within the credit', async () => {
  const { box, state, sequences, pass, add } = outbox([])
  add(300)
  await pass(70_000)
  add(20)
  box.setConnected(true)
  await pass(2_000)
  assert.deepEqual(
    sequences(),
    Array.from({ length: 20 }, (_, place) => 301 + place),
  )
  // Half of the jitter later: without credit, still nothing.
  await pass(20_000)
  assert.equal(sequences().length, 20)
  box.credit(120)
  await pass(2_000)
  const backlog = state.sent.filter(({ urgency }) => urgency === 'backlog')
  assert.equal(
    backlog.reduce((sum, { results }) => sum + results.length, 0),
    120,
  )
  box.credit(10_000)
  await pass(2_000)
  assert.deepEqual(new Set(sequences()), new Set(Array.from({ length: 320 }, (_, place) => place + 1)))
})

test('a broker that refuses gets it again; and what the centre never confirms is sent again, ever more rarely', async () => {
  const { box, state, sequences, pass, add } = outbox([])
  box.setConnected(true)
  box.credit(1e6)
  state.isBroken = true
  add(10)
  await pass(3_000)
  state.isBroken = false
  await pass(2_000)
  assert.equal(sequences().length, 10)
  await pass(700_000)
  const times = sequences().filter((sequence) => sequence === 1).length
  assert.ok(times >= 4 && times <= 6, `${times} times`)
  state.committed = 10
  const before = sequences().length
  await pass(200_000)
  assert.equal(sequences().length, before)
})

test('the end sends all that is fresh, however much it is, unless the broker does not accept it', async () => {
  const { box, state, add } = outbox([])
  const count = () => state.sent.reduce((sum, { results }) => sum + results.length, 0)
  box.setConnected(true)
  add(5_000)
  await box.flush()
  assert.equal(count(), 5_000)
  state.isBroken = true
  add(5_000)
  await box.flush()
  assert.equal(count(), 5_000)
})

test('a clock that is set back holds nothing back', async () => {
  const { box, state, sequences, pass, add } = outbox([])
  box.credit(1e6)
  add(300)
  await pass(70_000)
  // From now on the outbox waits: for its jitter, to gather results, and after a message that was not accepted.
  box.setConnected(true)
  add(3)
  state.now -= 3_600_000
  await pass(2_000)
  assert.deepEqual(new Set(sequences()), new Set(Array.from({ length: 303 }, (_, place) => place + 1)))
  state.isBroken = true
  add(1, { result: 'error', error_type_id: 1 })
  await pass(200)
  state.isBroken = false
  state.now -= 3_600_000
  await pass(2_000)
  assert.ok(sequences().includes(304))
})

test('evidence is sent again in time, even if the clock is set back', async () => {
  let [now, isBroken] = [minuteStart, true]
  const sent: number[] = []
  const queue = createEvidenceQueue(
    async ({ service_id }) => {
      if (isBroken) throw new Error('no')
      sent.push(service_id)
    },
    { isConnected: () => true, now: () => now },
  )
  const facts = { artifact_id: 'content', content_type: 'text/html', file_name: 'a', isTruncated: false }
  queue.add({ service_id: 1, slot: minuteStart, ...facts, content: Buffer.from('x') })
  queue.tick()
  await settled()
  isBroken = false
  now -= 3_600_000
  queue.tick()
  await settled()
  assert.deepEqual(sent, [1])
})

test('what an analyst does not confirm is not packed when it is sent again', async () => {
  const forms = createResultForms()
  const { box, state, pass, add } = outbox([], forms)
  forms.accept({ marks: [[0, 0]], readsPacked: true })
  box.setConnected(true)
  box.credit(1e6)
  add(10)
  await pass(2_000)
  await pass(120_000)
  assert.deepEqual(
    state.sent.map(({ bytes }) => countResultBytes(bytes) > 0),
    [true, false],
  )
})

test('results lost in one shard are sent again, even if the other shards are complete', async () => {
  let now = minuteStart
  let moving = 1
  const sent: number[] = []
  const box = createOutbox({
    spool: {
      host: 'host',
      outstanding: () =>
        new Map([
          [0, [1, 1] as const],
          [1, [moving, moving] as const],
        ]),
      read: async (group, from) => [{ ...toSpooled(group, createReport(1, now)), sequence: from }],
      first: () => 1,
    },
    forms: createResultForms(),
    now: () => now,
    random: () => 0.5,
    publish: async ({ group }) => {
      sent.push(group)
    },
  })
  box.setConnected(true)
  box.credit(1e6)
  const pass = async (milliseconds: number) => {
    for (const end = now + milliseconds; now < end; now += 1_000) {
      moving += 1
      box.tick()
      await settled()
      await settled()
    }
  }
  await pass(20_000)
  assert.deepEqual(sent, [0], 'the connection is new, and only the other group has been confirmed since')
  await pass(70_000)
  assert.deepEqual(sent, [0, 0])
})

test('the exchange that travelled least tells the offset', () => {
  const clock = createClockOffset()
  assert.equal(clock.offset_ms, null)
  clock.addExchange({ sent: 1_000, received: 900, answered: 900, arrived: 1_400 })
  clock.addExchange({ sent: 2_000, received: 1_705, answered: 1_706, arrived: 2_011 })
  assert.equal(clock.offset_ms, 300)
  clock.addExchange({ sent: 3_000, received: 2_700, answered: 2_700, arrived: 4_000 })
  assert.equal(clock.offset_ms, 300)
  clock.adjustForStep(-300)
  assert.equal(clock.offset_ms, 0)
})

test('diagnostics do not contact forbidden addresses, and pass no input as an option', async () => {
  const question = { dns_server: '127.0.0.1', address: 'example.org', record_type: 'A' }
  assert.equal(await runDig(question, allowPublicOnly), 'a sensor may not connect to 127.0.0.1')
  assert.equal(await runDig({ ...question, dns_server: '999.9.9.9' }, () => true), 'not an IP address: 999.9.9.9')
  assert.equal(await runDig({ ...question, address: 'a b' }, () => true), 'not a valid name')
  assert.match(await runDig({ ...question, address: '-f' }, () => true), /no servers could be reached|refused/)
  assert.deepEqual(await runTraceroute('10.0.0.1', allowPublicOnly), {
    text: 'a sensor may not connect to 10.0.0.1',
    hops: undefined,
  })
  // The addresses of names inside a sensor's network are not revealed.
  assert.equal((await runTraceroute('localhost', allowPublicOnly)).text, 'a sensor may not connect to localhost')
})

test('a diagnostic that cannot be answered any more ends nothing but itself', async () => {
  const answers: string[] = []
  let isConnected = false
  const diagnose = createDiagnostics({
    guard: allowPublicOnly,
    now: () => minuteStart,
    answer: ({ status }) => {
      if (!isConnected) throw new Error('the connection is closed')
      answers.push(status)
    },
  })
  const command = { kind: 'dns', expires_at: minuteStart, dns_server: '192.0.2.1', address: 'example.org' } as const
  for (let id = 1; id <= 10; id += 1) diagnose({ ...command, id: `${id}`, record_type: 'MBOXFW' })
  await settled()
  isConnected = true
  diagnose({ ...command, id: '11', record_type: 'MBOXFW' })
  await settled()
  assert.deepEqual(answers, ['in_progress', 'completed'])
})

test('a program that cannot be started at all is a fault of its output', async () => {
  assert.deepEqual(await runLimitedProgram('true', ['\0'], { timeout_ms: 1_000, maxBytes: 100 }), {
    output: '',
    fault: 'true failed with code ERR_INVALID_ARG_VALUE',
  })
})

test('hops are read from what traceroute says', () => {
  const output = `traceroute to 192.0.2.1 (192.0.2.1), 30 hops max, 60 byte packets
 1  10.0.0.1  0.035 ms  0.006 ms *
 2  * * *
 3  192.0.2.1  12.5 ms !H  13 ms !H  14.25 ms !H
`
  assert.deepEqual(parseTraceroute(output), [
    { hop: 1, address: '10.0.0.1', name: null, times: [0.035, 0.006, null] },
    { hop: 2, address: null, name: null, times: [null, null, null] },
    { hop: 3, address: '192.0.2.1', name: null, times: [12.5, 13, 14.25] },
  ])
})

test('an artifact is split into chunks that can be reassembled', () => {
  const content = Buffer.alloc(maxChunkBytes * 2 + 1, 7)
  const facts = {
    service_id: 1,
    slot: minuteStart,
    artifact_id: 'content',
    content_type: 'text/html',
    file_name: 'a',
    isTruncated: false,
  }
  const chunks = splitIntoChunks({ ...facts, content })
  assert.deepEqual(
    chunks.map(({ bytes }) => bytes.length),
    [maxChunkBytes, maxChunkBytes, 1],
  )
  assert.equal(
    createHash('sha256')
      .update(Buffer.concat(chunks.map(({ bytes }) => bytes)))
      .digest('hex'),
    chunks[0]?.sha256,
  )
})

test('targets of all kinds of addresses', () => {
  assert.deepEqual(parseTarget('https://www.Example.co.uk:8443/x'), {
    host: 'www.example.co.uk',
    domain: 'example.co.uk',
  })
  assert.deepEqual(parseTarget('mail.example.org:25'), { host: 'mail.example.org', domain: 'example.org' })
  assert.deepEqual(parseTarget('[2001:db8::1]:25'), { host: '2001:db8::1', domain: '2001:db8::1' })
  assert.deepEqual(parseTarget('192.0.2.1'), { host: '192.0.2.1', domain: '192.0.2.1' })
  assert.deepEqual(parseTarget(''), { host: '', domain: '' })
})

test('a sensor follows the leading planner, and another one once the leader is silent', () => {
  let now = 0
  const leader = followLeader(() => now)
  assert.ok(leader.accepts(undefined), 'one of an older version')
  assert.ok(leader.accepts(100))
  assert.ok(leader.accepts(200))
  assert.equal(leader.accepts(100), false, 'the one before may still believe that it leads')
  assert.ok(leader.accepts(200))
  now += 59_000
  assert.equal(leader.accepts(100), false)
  now += 2_000
  assert.ok(leader.accepts(100), 'an epoch is forgotten after a minute of silence')
})
