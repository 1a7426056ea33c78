import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { makeSmallPdf } from '@wachta/testing/signing/small-pdf'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import { createHttpTimeStamper, makeSelfSigned, PdfError, signPdf, verifyPdf } from '../src/index.ts'
import { locateSignature } from '../src/locate-signature.ts'

const at = new TestAuthority()
after(() => at[Symbol.dispose]())
const now = new Date()
const year = 365 * 86_400_000
const own = makeSelfSigned({
  commonName: 'Reports',
  validFrom: new Date(now.getTime() - year),
  validTo: new Date(now.getTime() + year),
})
const statement = {
  name: 'Żółta Łódź',
  reason: 'Report of October (final)',
  signedAt: new Date('2026-11-01T12:34:56Z'),
}
const options = { ...statement, key: own.key, certificates: [own.certificate] }
const typst = readFileSync(join(import.meta.dirname, 'fixtures/typst.pdf'))

const inspect = (file: Buffer): string =>
  execFileSync('pdfsig', ['-nocert', at.write('signed.pdf', file)], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  })

/** Verifies with openssl what /Contents holds against what /ByteRange covers. */
function verifyWithOpenssl(file: Buffer, root: string): string {
  const { contents } = locateSignature(file)
  const covered = Buffer.concat([file.subarray(0, contents.start), file.subarray(contents.end)])
  const der = Buffer.from(contents.text.slice(1, -1).replace(/(?:00)*$/, ''), 'hex')
  const cms = [
    '-in',
    at.write('signature.der', der),
    '-inform',
    'DER',
    '-binary',
    '-content',
    at.write('covered', covered),
  ]
  const trust = ['-CAfile', at.write('roots.pem', root), '-purpose', 'any']
  execFileSync('openssl', ['cms', '-verify', '-cades', ...cms, ...trust, '-out', join(at.folder, 'out')], {
    stdio: 'pipe',
  })
  return at.openssl('cms', '-cmsout', '-print', '-in', join(at.folder, 'signature.der'), '-inform', 'DER').toString()
}

describe('a signed file', () => {
  for (const [what, original] of [
    ['a small file', makeSmallPdf()],
    ['PDF/A by Typst', typst],
  ] as const) {
    test(`${what}: pdfsig and openssl accept it`, async () => {
      const signed = await signPdf(original, options)
      const report = inspect(signed)
      assert.match(report, /Signature Type: ETSI\.CAdES\.detached/)
      assert.match(report, /Signing Time: Nov 01 2026 12:34:56/)
      assert.match(report, /Total document signed/)
      assert.match(report, /Signature is Valid/)
      assert.equal(report.match(/Signature #/g)?.length, 1)
      const printed = verifyWithOpenssl(signed, new X509Certificate(own.certificate).toString())
      assert.match(printed, /id-smime-aa-signingCertificateV2/)
      assert.doesNotMatch(printed, /signingTime/)
    })

    test(`${what}: it is the original with an update`, async () => {
      const signed = await signPdf(original, options)
      assert.deepEqual(signed.subarray(0, original.length), original)
      const update = signed.subarray(original.length).toString('latin1')
      assert.match(update, /\/F 132\/Rect \[0 0 0 0\]\/P \d+ 0 R\/V \d+ 0 R/)
      assert.match(update, /\/AcroForm <<\/Fields \[\d+ 0 R\]\/SigFlags 3>>/)
      assert.match(update, /\/Contents <[0-9a-f]{24000}>>>/)
      const { signature } = verifyPdf(signed, { now })
      assert.deepEqual({ ...signature }, { ...signature, ...statement })
    })
  }

  test('keeps the annotations of its page, and what PDF/A needs in catalog and trailer', async () => {
    const update = (await signPdf(typst, options)).subarray(typst.length).toString('latin1')
    assert.match(update, /\/Annots \[28 0 R 35 0 R\]/)
    for (const kept of ['/Metadata 32 0 R', '/OutputIntents 5 0 R', '/StructTreeRoot 6 0 R', '/ID [(', '/Info 31 0 R'])
      assert.ok(update.includes(kept), kept)
  })

  test('keeps annotations that stand in an object of their own', async () => {
    const update = (await signPdf(makeSmallPdf({ annotations: '/Annots 6 0 R' }), options)).toString('latin1')
    assert.match(update, /\/Annots \[8 0 R\]/)
  })

  test('may quote the text of a signature in its own strings', async () => {
    const quoted = '/Lang (/AcroForm >> /ByteRange [0 1 2 3]/Contents <00> \\) endobj)'
    const signed = await signPdf(makeSmallPdf({ catalog: quoted }), options)
    assert.equal(verifyPdf(signed, { now, trustedRoots: [own.certificate] }).status, 'valid')
    assert.match(inspect(signed), /Signature is Valid/)
  })
})

describe('keys and certificates', () => {
  const root = at.issue('root', { as: 'root' })
  const intermediate = at.issue('intermediate', { as: 'intermediate', by: root })

  for (const algorithm of [['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], ['rsa:3072']])
    test(`${algorithm[0]}: a chain under a root is accepted by pdfsig and openssl`, async () => {
      const signer = at.issue('signer', { as: 'signer', by: intermediate, algorithm })
      const certificates = [signer.certificate, intermediate.certificate]
      const signed = await signPdf(typst, { ...options, key: signer.key, certificates })
      assert.match(inspect(signed), /Signature is Valid/)
      verifyWithOpenssl(signed, root.certificate)
      assert.equal(verifyPdf(signed, { now: new Date(), trustedRoots: [root.certificate] }).status, 'valid')
    })

  test('a time stamp goes along, and pdfsig and openssl accept the file', async () => {
    const stamps = at.issue('stamps', { as: 'stamps', by: intermediate })
    await using server = await serveStamps(at, { signer: stamps, carried: [intermediate] })
    const signed = await signPdf(typst, { ...options, timeStamp: createHttpTimeStamper(server.url, fetch) })
    assert.match(inspect(signed), /Signature is Valid/)
    assert.match(
      verifyWithOpenssl(signed, new X509Certificate(own.certificate).toString()),
      /id-smime-aa-timeStampToken/,
    )
    const trust = { trustedRoots: [own.certificate], trustedStamps: [root.certificate] }
    const { status, timeStamp } = verifyPdf(signed, { ...trust, now: new Date() })
    assert.equal(status, 'valid')
    assert.equal(timeStamp?.authority, 'O=Test, CN=stamps')
  })

  test('that do not fit are rejected', async () => {
    const strange = { ...options, key: makeSelfSigned({ commonName: 'x', validFrom: now, validTo: now }).key }
    await assert.rejects(signPdf(typst, strange), /not that of the key/)
    await assert.rejects(signPdf(typst, { ...options, certificates: [] }), /needs the certificate/)
    const extra = { ...options, certificates: [own.certificate, root.certificate] }
    await assert.rejects(signPdf(typst, extra), /does not need/)
    for (const { privateKey } of [
      generateKeyPairSync('ed25519'),
      generateKeyPairSync('ec', { namedCurve: 'P-384' }),
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
    ]) {
      const certificate = certify(privateKey.export({ type: 'pkcs8', format: 'pem' }))
      await assert.rejects(signPdf(typst, { ...options, key: privateKey, certificates: [certificate] }), /signing key/)
    }
  })

  test('a time stamp that is too large or of something else is rejected', async () => {
    const timeStamp = async () => Buffer.from(`0482${(12_000).toString(16)}${'00'.repeat(12_000)}`, 'hex')
    await assert.rejects(signPdf(typst, { ...options, timeStamp }), /there is room for 12000/)
    await assert.rejects(signPdf(typst, { ...options, timeStamp: async () => Buffer.from('0500', 'hex') }), PdfError)
  })

  function certify(key: string | Buffer): string {
    const request = ['req', '-x509', '-new', '-key', at.write('weak.key', key), '-subj', '/CN=weak', '-days', '9']
    return at.openssl(...request).toString()
  }
})

describe('files that cannot be signed', () => {
  const change = (from: string, to: string) =>
    Buffer.from(makeSmallPdf().toString('latin1').replace(from, to), 'latin1')

  for (const [what, file, message] of [
    ['nothing', Buffer.alloc(0), /not a PDF file/],
    ['another kind of file', Buffer.from('<html>'), /not a PDF file/],
    ['a file that is cut off', makeSmallPdf().subarray(0, -20), /end of the file/],
    ['a cross-reference stream', change('xref\n0 7', '7 0 obj\n'), /cross-reference stream/],
    ['a hybrid file', change('/Size 7', '/XRefStm 9/Size 7'), /cross-reference stream/],
    ['an encrypted file', change('/Size 7', '/Encrypt 5 0 R/Size 7'), /encrypted/],
    ['an updated file', change('/Size 7', '/Prev 9/Size 7'), /changed by an update/],
    ['a file with a form', makeSmallPdf({ catalog: '/AcroForm <<>>' }), /form/],
    ['a form whose name is escaped', makeSmallPdf({ catalog: '/Acro#46orm <<>>' }), /form/],
    ['a wrong number of objects', change('/Size 7', '/Size 3'), /\/Size/],
    ['a table that points elsewhere', change('0 7\n0000000000', '1 7\n0000000000'), /where the table says|missing/],
    ['a damaged table', change('65535 f', '65535 x'), /table is damaged/],
    ['a key that occurs twice', makeSmallPdf({ catalog: '/Lang (a)/Lang (b)' }), /occurs twice/],
    ['values without an end', makeSmallPdf({ catalog: `/A ${'['.repeat(100)}` }), /nested/],
  ] as const)
    test(what, () =>
      assert.rejects(signPdf(file, options), (error) => error instanceof PdfError && message.test(error.message)),
    )

  test('a signed file', async () => {
    await assert.rejects(signPdf(await signPdf(typst, options), options), PdfError)
  })
})
