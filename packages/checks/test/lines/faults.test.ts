import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorTypes } from '@wachta/checks'
import { type LineFault, password } from '../faults/lines/line-fault.ts'
import { lineFaults } from '../faults/lines.ts'
import { type WatchedCheck, watch } from './support/watch.ts'

/** A part of the password counts too: texts must be masked before they are cut. */
const secretForms = [
  password.slice(0, 9),
  ...[password, `\0anna\0${password}`].map((text) => Buffer.from(text).toString('base64')),
]

/** Lists what is wrong with a check's report of a fault. */
async function complaints(fault: LineFault): Promise<string[]> {
  const { type_id, settings, kind, timeout_ms } = fault
  const server = await fault.server()
  try {
    const started = performance.now()
    const outcome = await watch({
      type_id,
      address: server.address,
      settings: { ...settings, ...server.settings },
      ...server.checkContext,
      ...(timeout_ms !== undefined && { timeout_ms }),
    })
    const took = performance.now() - started
    const overheard = server.heard.filter(({ isEncrypted }) => !isEncrypted).map(({ line }) => line)
    const isLeaked = settings['encryption'] !== 'none' && overheard.some((line) => holdsSecret(line))
    // A TLS handshake may contain a line end, too.
    const isTalk = server.heard.some(({ line }) => /^[\u0020-\u007e]{4,}$/.test(line))
    return [
      ...(outcome.kind === kind ? [] : [`${outcome.kind} instead of ${kind}: ${outcome.error_message}`]),
      ...(took < (timeout_ms ?? 4000) + 1000 ? [] : [`took ${took} ms`]),
      ...(isLeaked ? ['the password was sent in clear'] : []),
      ...(holdsSecret(evidenceOf(outcome)) ? ['the password is in the evidence'] : []),
      ...(outcome.transcript !== '' || !isTalk ? [] : ['no transcript']),
    ].map((complaint) => `${type_id}: ${fault.name}: ${complaint}`)
  } finally {
    await server.close()
  }
}

const holdsSecret = (text: string) => secretForms.some((form) => text.includes(form))

const evidenceOf = ({ error_message, artifacts }: WatchedCheck) =>
  [String(error_message), ...artifacts.map(({ content }) => Buffer.from(content).toString())].join('\n')

/** Runs a few checks at a time: all at once would slow one another down. */
async function allComplaints(faults: readonly LineFault[]): Promise<string[]> {
  const waiting = [...faults]
  const found: string[] = []
  const worker = async () => {
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift())
      found.push(...(await complaints(fault)))
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  return found
}

test('every fault is told by its own error type, in time and without secrets', async () => {
  assert.ok(lineFaults.length >= 100, `${lineFaults.length} faults`)
  assert.deepEqual(await allComplaints(lineFaults), [])
})

test('the faults are different ones, and their error types exist', () => {
  const names = lineFaults.map(({ type_id, name }) => `${type_id} ${name}`)
  assert.equal(new Set(names).size, names.length)
  const kinds = new Set(errorTypes.map(({ kind }) => kind))
  assert.deepEqual(
    lineFaults.filter(({ kind }) => !kinds.has(kind)),
    [],
  )
})

test('a fault told by another error type is found out', async () => {
  const [fault] = lineFaults
  assert.ok(fault)
  const [complaint] = await allComplaints([{ ...fault, kind: 'timeout_total' }])
  assert.match(String(complaint), /instead of timeout_total/)
})
