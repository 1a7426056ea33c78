import assert from 'node:assert/strict'
import { createHash, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { makeSmallPdf } from '@wachta/testing/signing/small-pdf'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import fc from 'fast-check'
import { encodeCades, hashContent, readCades } from '../src/cades.ts'
import { DerFields, encodeSequence, encodeUnsigned, readDer, tags } from '../src/der.ts'
import type { CheckName } from '../src/index.ts'
import { createHttpTimeStamper, makeSelfSigned, readCertificate, signPdf, verifyPdf } from '../src/index.ts'
import { locateSignature } from '../src/locate-signature.ts'
import { forgeToken } from './support/forge-token.ts'

const at = new TestAuthority()
after(() => at[Symbol.dispose]())
const now = new Date()
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)
const own = makeSelfSigned({ commonName: 'Reports', validFrom: inDays(-1), validTo: inDays(1) })
const root = at.issue('root', { as: 'root' })
const intermediate = at.issue('intermediate', { as: 'intermediate', by: root })
const stamps = at.issue('stamps', { as: 'stamps', by: intermediate })
const server = await serveStamps(at, { signer: stamps, carried: [intermediate] })
after(() => server[Symbol.asyncDispose]())

const statement = { name: 'Reports', reason: 'Report', signedAt: now }
const options = { ...statement, key: own.key, certificates: [own.certificate] }
const timeStamp = createHttpTimeStamper(server.url, fetch)
const signed = await signPdf(makeSmallPdf(), options)
const stamped = await signPdf(makeSmallPdf(), { ...options, timeStamp })
const trust = { trustedRoots: [own.certificate], trustedStamps: [root.certificate] }

const failures = (file: Uint8Array, given: Parameters<typeof verifyPdf>[1] = { now, ...trust }): CheckName[] =>
  verifyPdf(file, given).findings.flatMap(({ check, outcome }) => (outcome === 'failed' ? [check] : []))

const untrusted = (file: Uint8Array, given: Parameters<typeof verifyPdf>[1]): string[] =>
  verifyPdf(file, given).findings.flatMap(({ message, outcome }) => (outcome === 'untrusted' ? [message] : []))

const readSignature = (file: Buffer): Buffer => {
  const { text } = locateSignature(file).contents
  const der = Buffer.from(text.slice(1, -1), 'hex')
  return der.subarray(0, 4 + der.readUInt16BE(2))
}

/** Puts another signature into a file, in the place and with the padding of the old one. */
function replaceSignature(file: Buffer, signature: Uint8Array): Buffer {
  const { start, end } = locateSignature(file).contents
  const changed = Buffer.from(file)
  changed.fill('0', start + 1, end - 1)
  changed.write(Buffer.from(signature).toString('hex'), start + 1, 'latin1')
  return changed
}

describe('trust', () => {
  test('all checks of a file pass under trusted roots', () => {
    assert.equal(verifyPdf(signed, { now, ...trust }).status, 'valid')
    const { status, findings } = verifyPdf(stamped, { now, ...trust })
    assert.equal(status, 'valid')
    assert.deepEqual(
      findings.map(({ check }) => check),
      [
        ...['structure', 'coverage', 'contents', 'digest', 'certificate', 'encoding', 'signature'],
        ...['time-stamp', 'time-stamp-chain', 'chain'],
      ],
    )
  })

  test('a self-signed certificate is named by its fingerprint', () => {
    const { fingerprint256 } = new X509Certificate(own.certificate)
    assert.deepEqual(untrusted(signed, { now }), [`self-signed, fingerprint ${fingerprint256}`])
    assert.equal(verifyPdf(signed, { now }).status, 'untrusted')
    assert.equal(verifyPdf(signed, { now, trustedRoots: [root.certificate] }).status, 'untrusted')
  })

  test('a time stamp needs a trusted authority', () => {
    assert.match(
      untrusted(stamped, { now, trustedRoots: trust.trustedRoots }).join(),
      /time-stamp authority: .* trusted root/,
    )
  })

  test('an expired certificate is trusted if the time stamp is older', () => {
    assert.match(untrusted(signed, { now: inDays(2), ...trust }).join(), /was not valid/)
    assert.equal(verifyPdf(stamped, { now: inDays(2), ...trust }).status, 'valid')
    assert.match(untrusted(stamped, { now: inDays(2), trustedRoots: trust.trustedRoots }).join(), /was not valid/)
  })

  test('a chain is trusted by its root, by a pinned issuer and by a pinned signer', async () => {
    const signer = at.issue('signer', { as: 'signer', by: intermediate })
    const certificates = [signer.certificate, intermediate.certificate, root.certificate]
    const file = await signPdf(makeSmallPdf(), { ...options, key: signer.key, certificates })
    for (const pinned of certificates)
      assert.equal(verifyPdf(file, { now: new Date(), trustedRoots: [pinned] }).status, 'valid')
    assert.match(untrusted(file, { now: new Date() }).join(), /CN=signer is not issued under a trusted root/)
  })

  test('an issuer has to be an authority, of a permitted depth, and the key for signatures', async () => {
    const person = at.issue('person', { as: 'signer', by: root })
    const below = at.issue('below', { as: 'intermediate', by: intermediate })
    const tooDeep = at.issue('too-deep', { as: 'signer', by: below })
    const certificates = [tooDeep.certificate, below.certificate, intermediate.certificate]
    await assert.rejects(
      signPdf(makeSmallPdf(), { ...options, key: tooDeep.key, certificates }),
      /too many authorities/,
    )
    const byPerson = at.issue('by-person', { as: 'signer', by: person })
    const file = await signPdf(makeSmallPdf(), { ...options, key: byPerson.key, certificates: [byPerson.certificate] })
    assert.equal(verifyPdf(file, { now: new Date(), trustedRoots: [person.certificate] }).status, 'untrusted')
    const web = at.issue('web', { as: 'server', by: root })
    const refused = signPdf(makeSmallPdf(), { ...options, key: web.key, certificates: [web.certificate] })
    await assert.rejects(refused, /not for signatures/)
  })
})

describe('files of the first version', () => {
  const read = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
  const given = {
    now: new Date('2026-12-01T00:00:00Z'),
    trustedRoots: [read('signer.pem').toString()],
    trustedStamps: [read('stamp-root.pem').toString()],
  }

  test('stay valid: they can be verified years later', () => {
    const { status, signature, timeStamp } = verifyPdf(read('signed.pdf'), given)
    assert.equal(status, 'valid')
    assert.equal(signature?.reason, 'Monthly report')
    assert.equal(timeStamp?.authority, 'O=Test, CN=stamps')
  })
})

describe('changes that a program could make', () => {
  test('bytes after the end', () => {
    for (const added of ['\n', ' ', 'junk', '%%EOF\n'])
      assert.notDeepEqual(failures(Buffer.concat([signed, Buffer.from(added)])), [], added)
  })

  test('an update after the signature', () => {
    const text = signed.toString('latin1')
    const catalog = text.slice(text.lastIndexOf('1 0 obj'), text.lastIndexOf('3 0 obj'))
    const table = text.slice(text.lastIndexOf('\nxref'))
    const place = String(signed.length).padStart(10, '0')
    const offset = signed.length + catalog.length
    const trailer = `xref\n1 1\n${place} 00000 n \ntrailer\n<</Size 9/Root 1 0 R/Prev 9>>\nstartxref\n${offset}\n%%EOF\n`
    assert.deepEqual(failures(Buffer.from(text + catalog + trailer, 'latin1')), ['structure'])
    // The same table once more: the signature is found, but does not cover it.
    const again = table.replace(/startxref\n\d+/, `startxref\n${signed.length + 1}`)
    assert.deepEqual(failures(Buffer.from(text + again, 'latin1')), ['coverage'])
  })

  test('a range that leaves something out', () => {
    const { byteRange, contents } = locateSignature(signed)
    const changed = Buffer.from(signed)
    changed.write(
      `[0 ${contents.start - 9}`.padEnd(String(byteRange[1]).length + 3),
      signed.lastIndexOf('/ByteRange [0 ') + '/ByteRange '.length,
      'latin1',
    )
    assert.ok(failures(changed).includes('coverage'))
    assert.ok(failures(changed).includes('digest'))
  })

  test('the signature of another file', async () => {
    const other = await signPdf(makeSmallPdf({ catalog: '/Lang (pl)' }), options)
    assert.deepEqual(failures(replaceSignature(signed, readSignature(other))), ['digest'])
  })

  test('another spelling of the signature', () => {
    const { start, end, text } = locateSignature(signed).contents
    const changed = Buffer.from(signed)
    changed.write(text.toUpperCase(), start, 'latin1')
    assert.deepEqual(failures(changed), ['contents'])
    const padded = Buffer.from(signed)
    padded.write('1', end - 2, 'latin1')
    assert.deepEqual(failures(padded), ['contents'])
  })

  test('the other signature that ECDSA accepts', () => {
    const parts = readCades(readSignature(signed))
    const fields = new DerFields(readDer(parts.signature))
    const r = fields.next(tags.integer).bytes
    const s = BigInt(`0x${fields.next(tags.integer).body.toString('hex')}`)
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
    const high = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex')
    const changed = encodeCades({ ...parts, signature: encodeSequence(r, encodeUnsigned(high)) })
    assert.deepEqual(failures(replaceSignature(signed, changed)), ['signature'])
  })

  test('a certificate more', () => {
    const parts = readCades(readSignature(signed))
    const changed = encodeCades({ ...parts, chain: [...parts.chain, readCertificate(root.certificate)] })
    assert.deepEqual(failures(replaceSignature(signed, changed)), ['certificate', 'encoding', 'chain'])
  })

  test('another signer', async () => {
    const other = makeSelfSigned({ commonName: 'Reports', validFrom: inDays(-1), validTo: inDays(1) })
    const file = await signPdf(makeSmallPdf(), { ...options, key: other.key, certificates: [other.certificate] })
    assert.equal(verifyPdf(file, { now, ...trust }).status, 'untrusted')
    const parts = readCades(readSignature(signed))
    const changed = encodeCades({ ...parts, chain: [readCertificate(other.certificate)] })
    assert.deepEqual(failures(replaceSignature(signed, changed)), ['signature'])
  })
})

describe('changes of the time stamp', () => {
  const parts = readCades(readSignature(stamped))
  const imprint = createHash('sha256').update(parts.signature).digest()

  test('it cannot be removed or added', () => {
    assert.deepEqual(failures(replaceSignature(stamped, encodeCades({ ...parts, token: undefined }))), ['time-stamp'])
    const own = readCades(readSignature(signed))
    const token = forgeToken({ signer: stamps, imprint: hashContent(own.signature) })
    assert.deepEqual(failures(replaceSignature(signed, encodeCades({ ...own, token }))), ['time-stamp'])
  })

  test('it has to be of this signature', async () => {
    const token = Buffer.from(await timeStamp(Buffer.from('another')))
    assert.deepEqual(failures(replaceSignature(stamped, encodeCades({ ...parts, token }))), ['time-stamp'])
  })

  test('it has to be by an authority that is trusted', () => {
    const stranger = at.issue('stranger', { as: 'stamps', by: at.issue('strangers', { as: 'root' }) })
    const file = replaceSignature(stamped, encodeCades({ ...parts, token: forgeToken({ signer: stranger, imprint }) }))
    assert.equal(verifyPdf(file, { now, ...trust }).status, 'untrusted')
    const person = at.issue('person', { as: 'signer', by: root })
    const forged = replaceSignature(stamped, encodeCades({ ...parts, token: forgeToken({ signer: person, imprint }) }))
    assert.deepEqual(failures(forged), ['time-stamp'])
  })
})

describe('what is no signed file', () => {
  const isInvalid = (file: Uint8Array) => assert.equal(verifyPdf(file, { now, ...trust }).status, 'invalid')

  test('is invalid, and says why', () => {
    const [finding] = verifyPdf(makeSmallPdf(), { now }).findings
    assert.deepEqual(finding, { check: 'structure', outcome: 'failed', message: 'the file is not signed' })
    assert.equal(verifyPdf(makeSmallPdf({ catalog: '/AcroForm <</Fields []>>' }), { now }).status, 'invalid')
  })

  test('random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), isInvalid))
  })

  test('a signed file with parts removed, repeated or replaced', () => {
    const place = fc.nat({ max: stamped.length })
    fc.assert(
      fc.property(place, place, fc.uint8Array({ maxLength: 50 }), (start, end, added) => {
        const changed = Buffer.concat([stamped.subarray(0, start), added, stamped.subarray(end)])
        if (!changed.equals(stamped)) isInvalid(changed)
      }),
      { numRuns: 300 },
    )
  })

  test('a signed file with random bytes, or a damaged structure, in the place of the signature', () => {
    const signature = readSignature(stamped)
    const damaged = fc
      .tuple(fc.nat({ max: signature.length - 1 }), fc.uint8Array({ minLength: 1, maxLength: 20 }))
      .map(([from, bytes]) => {
        const changed = Buffer.from(signature)
        changed.set(bytes.subarray(0, signature.length - from), from)
        return changed
      })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 3000 }), damaged), (bytes) => {
        const { status } = verifyPdf(replaceSignature(stamped, bytes), { now, ...trust })
        assert.equal(status === 'valid', signature.equals(bytes))
      }),
      { numRuns: 500 },
    )
  })

  test('very deep and very long structures end soon', () => {
    const start = performance.now()
    for (const part of ['[', '<<', '(', '/A', '<', '%', '<</A ', '0 0 R '])
      isInvalid(
        Buffer.from(`%PDF-1.7\nxref\n0 0\ntrailer\n<</A ${part.repeat(300_000)}\nstartxref\n9\n%%EOF\n`, 'latin1'),
      )
    assert.ok(performance.now() - start < 10_000)
  })
})
