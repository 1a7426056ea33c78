import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { makeSmallPdf } from '@wachta/testing/signing/small-pdf'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import { createHttpTimeStamper, makeSelfSigned, signPdf, verifyPdf } from '../src/index.ts'
import { locateSignature } from '../src/locate-signature.ts'
import { verifyWith } from '../src/verify.ts'

const at = new TestAuthority()
after(() => at[Symbol.dispose]())
const now = new Date()
const day = 86_400_000
const own = makeSelfSigned({
  commonName: 'Reports',
  validFrom: new Date(now.getTime() - day),
  validTo: new Date(now.getTime() + day),
})
const options = { key: own.key, certificates: [own.certificate], name: 'Reports', reason: 'Report', signedAt: now }
const root = at.issue('root', { as: 'root' })
const stamps = at.issue('stamps', { as: 'stamps', by: root })
const trust = {
  now: new Date(now.getTime() + 60_000),
  trustedRoots: [own.certificate],
  trustedStamps: [root.certificate],
}

type Verify = (file: Buffer) => string

/** Lists the offsets where a change is not noticed. */
function findMissed(
  file: Buffer,
  offsets: Iterable<number>,
  { change, verify }: { change: (byte: number, offset: number) => number; verify: Verify },
): number[] {
  const copy = Buffer.from(file)
  return [...offsets].filter((offset) => {
    copy[offset] = change(file[offset] ?? 0, offset)
    assert.notEqual(copy[offset], file[offset])
    const isMissed = verify(copy) !== 'invalid'
    copy[offset] = file[offset] ?? 0
    return isMissed
  })
}

const verify: Verify = (file) => verifyPdf(file, trust).status

/** Another hexadecimal digit: a change that only the signature itself can reveal. */
const otherDigit = (byte: number, offset: number): number =>
  (Number.parseInt(String.fromCharCode(byte), 16) ^ (1 << (offset % 4))).toString(16).charCodeAt(0)

describe('one changed byte', () => {
  test('is noticed at every offset of the file', async (context) => {
    const file = await signPdf(makeSmallPdf(), { ...options, reservedBytes: 1000 })
    assert.equal(verify(file), 'valid')
    context.diagnostic(`${file.length} offsets`)
    const flipBit = (byte: number, offset: number) => byte ^ (1 << (offset % 8))
    assert.deepEqual(findMissed(file, file.keys(), { change: flipBit, verify }), [])
  })

  test('is noticed at every digit of signature, certificates and time stamp', async (context) => {
    await using server = await serveStamps(at, { signer: stamps })
    const file = await signPdf(makeSmallPdf(), { ...options, timeStamp: createHttpTimeStamper(server.url, fetch) })
    assert.equal(verify(file), 'valid')
    const { start, text } = locateSignature(file).contents
    const digits = text.replace(/(?:00)*>$/, '').length
    context.diagnostic(`${digits} digits`)
    const offsets = Array.from({ length: digits - 1 }, (_, index) => start + 1 + index)
    assert.deepEqual(findMissed(file, offsets, { change: otherDigit, verify }), [])
  })

  test('is missed without the checks of what the digest does not cover', async () => {
    const file = await signPdf(makeSmallPdf(), options)
    const { start, end } = locateSignature(file).contents
    const verifyDigestOnly: Verify = (changed) => verifyWith(changed, trust, []).status
    const padding = Array.from({ length: 100 }, (_, index) => end - 2 - index)
    const missed = findMissed(file, padding, { change: otherDigit, verify: verifyDigestOnly })
    assert.equal(missed.length, padding.length)
    assert.deepEqual(findMissed(file, padding, { change: otherDigit, verify }), [])
    assert.equal(verifyDigestOnly(Buffer.concat([file, Buffer.from('\n')])), 'valid')
    const upperCase = Buffer.from(file)
    upperCase.write(file.toString('latin1', start, end).toUpperCase(), start, 'latin1')
    assert.equal(verifyDigestOnly(upperCase), 'valid')
    assert.equal(verify(upperCase), 'invalid')
  })
})
