import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createHttpTimeStamper, hashContent, makeSelfSigned, requestTimeStamp, signPdf } from '@wachta/signature'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { makeSmallPdf } from '@wachta/testing/signing/small-pdf'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import {
  hashHeader,
  type LinkHeader,
  type ReportProof,
  readProof,
  verifyReportFiles,
  writeProof,
  writeSealedFiles,
} from '../src/index.ts'

const at = new TestAuthority()
after(() => at[Symbol.dispose]())
const now = new Date()
const own = makeSelfSigned({
  commonName: 'Reports',
  validFrom: new Date(now.getTime() - 86_400_000),
  validTo: new Date(now.getTime() + 86_400_000),
})
const root = at.issue('root', { as: 'root' })
const stamps = at.issue('stamps', { as: 'stamps', by: root })
const server = await serveStamps(at, { signer: stamps })
after(() => server[Symbol.asyncDispose]())

const json = { name: 'report.json', bytes: Buffer.from('{"service_level":99.9}') }
const csv = { name: 'report.csv', bytes: Buffer.from('service,level\nshop,99.9\n') }
const digest = ({ bytes }: { bytes: Uint8Array }) => hashContent(bytes)
const pdf = {
  name: 'report.pdf',
  bytes: await signPdf(makeSmallPdf(), {
    ...{ name: 'Reports', reason: 'Report', signedAt: now, key: own.key, certificates: [own.certificate] },
    timeStamp: createHttpTimeStamper(server.url, fetch),
    files: { json: digest(json).toString('hex'), csv: digest(csv).toString('hex') },
  }),
}
const content = writeSealedFiles({
  report_id: 17,
  files: [
    { type_id: 'pdf', sha256: digest(pdf) },
    { type_id: 'json', sha256: digest(json) },
    { type_id: 'csv', sha256: digest(csv) },
  ],
})

function addLink(previous: LinkHeader | null, kind: string, text: Uint8Array): LinkHeader {
  const header = {
    number: (previous?.number ?? 40) + 1,
    time: now,
    kind,
    window_start: kind === 'analyses' ? new Date(0) : null,
    content_sha256: hashContent(text),
    previous_hash: previous?.hash ?? null,
  }
  return { version: 2, ...header, hash: hashHeader(header) }
}

const first = addLink(null, 'report', content)
const links: LinkHeader[] = []
for (const kind of ['analyses', 'details', 'audit', 'report'])
  links.push(addLink(links.at(-1) ?? first, kind, Buffer.from(`of others ${kind}`)))
const stampOf = async ({ hash }: LinkHeader) => (await requestTimeStamp(server.url, hash, fetch)).token.bytes
const last = links.at(-1) ?? first
const firstToken = await stampOf(first)
const proof: ReportProof = {
  report_id: 17,
  link: { ...first, content: content.toString() },
  links,
  until: 'stamp',
  stamp: { number: last.number, hash: last.hash, token: await stampOf(last) },
}
const written = Buffer.from(writeProof(proof))
const trust = { roots: [own.certificate], stampRoots: [root.certificate] }
const verify = (given: Partial<Parameters<typeof verifyReportFiles>[0]> = {}) =>
  verifyReportFiles({ files: [pdf, json, csv], proof: written, trust, now: new Date(), ...given })
const outcomes = ({ findings }: ReturnType<typeof verify>, outcome: string) =>
  findings.filter((each) => each.outcome === outcome).map(({ check }) => check)
const withProof = (changed: Partial<ReportProof>) =>
  verify({ proof: Buffer.from(writeProof({ ...proof, ...changed })) })

describe('an unchanged report', () => {
  test('is valid, and says who signed, when, and where it is in the chain', () => {
    const verified = verify()
    assert.equal(verified.status, 'valid', JSON.stringify(verified.findings))
    assert.deepEqual(
      verified.findings.map(({ check, outcome }) => `${check} ${outcome}`),
      [
        ...['signature passed', 'signer passed', 'time_stamp passed', 'files passed', 'files passed'],
        ...['seal passed', 'links passed', 'chain_stamp passed'],
      ],
    )
    assert.equal(verified.report_id, 17)
    assert.equal(verified.sealed?.number, 41)
    assert.deepEqual([verified.stamped?.number, verified.stamped?.authority], [45, 'O=Test, CN=stamps'])
    assert.equal(verified.signature?.subject, 'CN=Reports')
  })

  test('is trusted by the fingerprint of its signer', () => {
    const fingerprint = verify().signature?.fingerprint ?? ''
    const given = (text: string) => verify({ trust: { fingerprints: [text] } })
    assert.equal(given(fingerprint).status, 'valid')
    assert.equal(given(fingerprint.replaceAll(':', '').toLowerCase()).status, 'valid')
    assert.deepEqual(outcomes(given(fingerprint), 'not_checked'), ['time_stamp', 'chain_stamp'])
    assert.equal(given(fingerprint.replace(/^../, '00')).status, 'untrusted')
  })

  test('proves nothing without a trusted certificate, and little without its PDF file', () => {
    assert.equal(verify({ trust: {} }).status, 'untrusted')
    assert.deepEqual(outcomes(verify({ trust: {} }), 'untrusted'), ['signer'])
    const alone = verify({ files: [csv] })
    assert.equal(alone.status, 'untrusted')
    assert.deepEqual(outcomes(alone, 'untrusted'), ['signature', 'files'])
  })

  test('is checked as far as there is something to check it with', () => {
    const without = verify({ proof: undefined })
    assert.equal(without.status, 'valid')
    assert.deepEqual(outcomes(without, 'not_checked'), ['seal'])
    const unstamped = withProof({ until: 'head', stamp: null })
    assert.equal(unstamped.status, 'valid')
    assert.deepEqual(outcomes(unstamped, 'not_checked'), ['chain_stamp'])
    assert.deepEqual(outcomes(withProof({ until: 'limit', stamp: null }), 'not_checked'), ['chain_stamp'])
  })
})

describe('changes', () => {
  const flip = (bytes: Uint8Array, place: number) => {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    return changed
  }

  test('every changed byte of the proof file is noticed', () => {
    // Without the PDF file: verifying its signature takes time and has nothing to do with the proof.
    const isMissed = (place: number) => {
      const verified = verify({ files: [json], proof: flip(written, place) })
      return outcomes(verified, 'failed').length === 0 && outcomes(verified, 'passed').includes('chain_stamp')
    }
    assert.deepEqual(outcomes(verify({ files: [json] }), 'passed'), ['seal', 'links', 'chain_stamp'])
    const missed = Array.from({ length: written.length }, (_, place) => place).filter(isMissed)
    assert.deepEqual(missed, [])
    assert.equal(verify({ proof: Buffer.concat([written, Buffer.from('\n')]) }).status, 'invalid')
  })

  test('changed bytes of a table are noticed, with the proof and without', () => {
    for (const given of [written, undefined])
      for (let place = 0; place < csv.bytes.length; place += 5) {
        const files = [pdf, { ...csv, bytes: flip(csv.bytes, place) }]
        assert.equal(verify({ files, proof: given }).status, 'invalid')
      }
  })

  test('changed bytes of the PDF file are noticed', () => {
    for (let place = 0; place < pdf.bytes.length; place += 2_003)
      assert.equal(verify({ files: [{ ...pdf, bytes: flip(pdf.bytes, place) }] }).status, 'invalid', String(place))
  })

  test('a link that is changed, removed, added or moved', () => {
    const [one, two, three] = links
    assert.ok(one && two && three)
    const changed = { ...two, content_sha256: hashContent(Buffer.from('other')) }
    const rehashed = { ...changed, hash: hashHeader(changed) }
    for (const others of [
      [one, changed, ...links.slice(2)],
      [one, rehashed, ...links.slice(2)],
      [one, ...links.slice(2)],
      [two, one, ...links.slice(2)],
      [one, one, ...links.slice(1)],
    ])
      assert.deepEqual(outcomes(withProof({ links: others }), 'failed'), ['links'])
    assert.deepEqual(outcomes(withProof({ links: links.slice(0, -1) }), 'failed'), ['chain_stamp'])
  })

  test('a time stamp of something else, or by another authority', () => {
    assert.ok(proof.stamp)
    const token = firstToken
    assert.deepEqual(outcomes(withProof({ stamp: { ...proof.stamp, token } }), 'failed'), ['chain_stamp'])
    const stamp = { number: first.number, hash: first.hash, token }
    assert.deepEqual(outcomes(withProof({ stamp }), 'failed'), ['chain_stamp'])
    const noToken = withProof({ stamp: { ...proof.stamp, token: Buffer.from('no token') } })
    assert.deepEqual(outcomes(noToken, 'failed'), ['chain_stamp'])
    const strangers = { ...trust, stampRoots: [at.issue('strangers', { as: 'root' }).certificate] }
    assert.deepEqual(outcomes(verify({ trust: strangers }), 'untrusted'), ['time_stamp', 'chain_stamp'])
  })

  test('files of another report, and a seal that names other files', () => {
    const foreign = { name: 'other.csv', bytes: Buffer.from('service,level\nshop,100\n') }
    assert.deepEqual(outcomes(verify({ files: [pdf, foreign] }), 'failed'), ['files', 'seal'])
    // A forged chain that seals a forged table beside the real PDF file, with a real time stamp.
    const forged = writeSealedFiles({
      report_id: 17,
      files: [
        { type_id: 'pdf', sha256: digest(pdf) },
        { type_id: 'csv', sha256: digest(foreign) },
      ],
    })
    const link = { ...addLink(null, 'report', forged), content: forged.toString() }
    const only = withProof({ link, links: [], until: 'head', stamp: null })
    assert.deepEqual(outcomes(only, 'failed'), ['seal', 'seal'])
    assert.equal(verify({ files: [pdf, pdf] }).status, 'invalid')
    assert.deepEqual(outcomes(withProof({ report_id: 18 }), 'failed'), ['seal'])
  })
})

test('a proof is written in one spelling and read back', () => {
  assert.deepEqual(readProof(written), proof)
  assert.throws(() => readProof(Buffer.from('{}')), /not a proof/)
  assert.throws(
    () => readProof(Buffer.from(JSON.stringify(JSON.parse(written.toString()), null, 2))),
    /differs from the form/,
  )
  assert.throws(() => readProof(Buffer.from(written.toString().replace('"version":2', '"version":1'))), /version/)
})
