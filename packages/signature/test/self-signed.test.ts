import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { canSign, isAuthority, isForTimeStamping, readPathLength } from '../src/certificate.ts'
import { getOnlyChild, readChildren, readDer } from '../src/der.ts'
import { describeSubject, makeSelfSigned, readCertificate } from '../src/index.ts'
import { isKeyPair } from '../src/sign-bytes.ts'
import { isLowS } from '../src/signature-value.ts'

const at = new TestAuthority()
after(() => at[Symbol.dispose]())
const options = {
  commonName: 'Wachta – raporty',
  organization: 'Example S.A.',
  country: 'PL',
  validFrom: new Date('2026-01-01T00:00:00Z'),
  validTo: new Date('2036-01-01T00:00:00Z'),
}

describe('a self-signed certificate', () => {
  const { key, certificate } = makeSelfSigned(options)
  const parsed = readCertificate(certificate)

  test('is what openssl reads and verifies', () => {
    const pem = at.write('own.pem', new X509Certificate(certificate).toString())
    const text = at.openssl('x509', '-in', pem, '-noout', '-text', '-nameopt', 'utf8,sep_comma_plus').toString()
    assert.match(text, /Subject: C=PL,O=Example S.A.,CN=Wachta – raporty/)
    assert.match(text, /Not Before: Jan {2}1 00:00:00 2026 GMT\n\s+Not After : Jan {2}1 00:00:00 2036 GMT/)
    assert.match(text, /Key Usage: critical\n\s+Digital Signature, Non Repudiation\n/)
    assert.match(text, /Basic Constraints: critical\n\s+CA:FALSE/)
    assert.match(text, /Subject Key Identifier: *\n\s+(?:[0-9A-F]{2}:){19}[0-9A-F]{2}\n/)
    const when = ['-attime', String(Date.parse('2027-01-01') / 1000)]
    assert.match(at.openssl('verify', ...when, '-check_ss_sig', '-CAfile', pem, pem).toString(), /OK/)
  })

  test('belongs to its key, is signed by it, and is no authority', () => {
    assert.ok(isKeyPair(key, parsed.publicKey))
    assert.ok(parsed.isSelfSigned)
    assert.ok(canSign(parsed))
    assert.ok(!isForTimeStamping(parsed))
    assert.equal(isAuthority(parsed), false)
    assert.equal(describeSubject(parsed), 'C=PL, O=Example S.A., CN=Wachta – raporty')
  })

  test('has a serial number of its own', () => {
    assert.notDeepEqual(parsed.serial, readCertificate(makeSelfSigned(options).certificate).serial)
  })

  test('may be valid beyond 2049', () => {
    const late = makeSelfSigned({ ...options, validTo: new Date('2060-05-06T07:08:09Z') }).certificate
    assert.equal(readCertificate(late).validTo.toISOString(), '2060-05-06T07:08:09.000Z')
    assert.equal(new X509Certificate(late).validToDate.toISOString(), '2060-05-06T07:08:09.000Z')
  })

  test('always has the lower s in its signature', () => {
    for (let round = 0; round < 20; round += 1) {
      const [, , signature] = readChildren(readDer(makeSelfSigned(options).certificate))
      assert.ok(isLowS(signature?.body.subarray(1) ?? Buffer.alloc(0)))
    }
  })
})

describe('certificates of others', () => {
  const root = at.issue('root', { as: 'root' })
  const intermediate = at.issue('intermediate', { as: 'intermediate', by: root })

  test('are read with what their extensions allow', () => {
    const server = readCertificate(at.issue('server', { as: 'server', by: intermediate }).certificate)
    assert.ok(!canSign(server))
    assert.ok(!isForTimeStamping(server))
    assert.ok(isForTimeStamping(readCertificate(at.issue('stamps', { as: 'stamps', by: intermediate }).certificate)))
    assert.equal(readPathLength(readCertificate(intermediate.certificate)), 0)
    assert.equal(readPathLength(readCertificate(root.certificate)), undefined)
  })

  test('are rejected if anything follows them', () => {
    assert.throws(() => readCertificate(root.certificate + intermediate.certificate), /not several/)
    const { bytes } = readCertificate(root.certificate)
    assert.throws(() => readCertificate(Buffer.concat([bytes, Buffer.of(0)])))
    assert.throws(() => getOnlyChild(readDer(bytes)))
  })
})
