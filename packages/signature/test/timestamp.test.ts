import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { createStampReply, serveStamps } from '@wachta/testing/signing/stamp-server'
import { DerError, encodedTrue, encodeOid, encodeSequence, encodeSet } from '../src/der.ts'
import {
  createHttpTimeStamper,
  judgeAuthority,
  makeTimeStampRequest,
  readCertificate,
  readTimeStampResponse,
  readTimeStampToken,
  requestTimeStamp,
  TimeStampError,
} from '../src/index.ts'
import { type Forgery, forgeToken } from './support/forge-token.ts'

const at = new TestAuthority()
after(() => at[Symbol.dispose]())
const root = at.issue('root', { as: 'root' })
const intermediate = at.issue('intermediate', { as: 'intermediate', by: root })
const signer = at.issue('stamps', { as: 'stamps', by: intermediate })
const authority = { signer, carried: [intermediate] }
const digest = createHash('sha256').update('report').digest()
const roots = [readCertificate(root.certificate)]

describe('requests', () => {
  test('are what openssl reads: digest, nonce and the wish for a certificate', () => {
    const { bytes } = makeTimeStampRequest(digest, Buffer.from('00f1f2', 'hex'))
    const text = at.openssl('ts', '-query', '-in', at.write('own.tsq', bytes), '-text').toString()
    assert.match(text, /Hash Algorithm: sha256/)
    assert.match(text, /Nonce: 0xF1F2/)
    assert.match(text, /Certificate required: yes/)
  })

  test('are of a SHA-256 digest only', () => {
    assert.throws(() => makeTimeStampRequest(Buffer.alloc(20)), TimeStampError)
  })
})

describe('responses', () => {
  test('of openssl are accepted, and openssl accepts the token', async () => {
    await using server = await serveStamps(at, authority)
    const before = Date.now()
    const { request, response, token } = await requestTimeStamp(server.url, digest, fetch)
    assert.ok(Math.abs(token.time.getTime() - before) < 60_000)
    assert.equal(judgeAuthority(token, { roots, now: new Date() }).outcome, 'passed')
    const files = ['-in', at.write('kept.tsr', response), '-queryfile', at.write('kept.tsq', request)]
    assert.match(at.openssl('ts', '-verify', ...files, '-CAfile', root.certificateFile).toString(), /Verification: OK/)
  })

  test('name their certificate by SHA-1 at some authorities', () => {
    const request = makeTimeStampRequest(digest)
    const reply = createStampReply(request.bytes, at, { ...authority, idDigest: 'sha1' })
    assert.deepEqual(readTimeStampResponse(reply, request).imprint, digest)
  })

  test('signed with RSA are accepted', () => {
    const rsa = at.issue('rsa-stamps', { as: 'stamps', by: root, algorithm: ['rsa:3072'] })
    const request = makeTimeStampRequest(digest)
    const token = readTimeStampResponse(createStampReply(request.bytes, at, { signer: rsa }), request)
    assert.equal(judgeAuthority(token, { roots, now: new Date() }).outcome, 'passed')
  })

  test('to another request or for another digest are rejected', () => {
    const request = makeTimeStampRequest(digest)
    const reply = createStampReply(request.bytes, at, authority)
    assert.throws(() => readTimeStampResponse(reply, makeTimeStampRequest(digest)), /answers another request/)
    const other = { ...request, imprint: Buffer.alloc(32) }
    assert.throws(() => readTimeStampResponse(reply, other), /another digest/)
  })

  test('that refuse are an error that says so', () => {
    const unsupported = Buffer.from(makeTimeStampRequest(digest).bytes)
    // An algorithm that the authority does not know: SHA-384 by its last byte.
    unsupported[unsupported.indexOf(Buffer.from('60864801650304', 'hex')) + 8] = 2
    const reply = createStampReply(unsupported, at, authority)
    assert.throws(() => readTimeStampResponse(reply, makeTimeStampRequest(digest)), /rejected the request \(status 2\)/)
  })

  test('with any byte changed are rejected', () => {
    const request = makeTimeStampRequest(digest)
    const { bytes } = readTimeStampResponse(createStampReply(request.bytes, at, authority), request)
    const isAccepted = (token: Buffer) => {
      try {
        return judgeAuthority(readTimeStampToken(token), { roots, now: new Date() }).outcome === 'passed'
      } catch {
        return false
      }
    }
    assert.ok(isAccepted(bytes))
    const missed = [...bytes.keys()].filter((offset) => {
      const changed = Buffer.from(bytes)
      changed[offset] = (changed[offset] ?? 0) ^ (1 << (offset % 8))
      return isAccepted(changed)
    })
    assert.deepEqual(missed, [])
  })
})

describe('by HTTP', () => {
  test('the digest of the signature is stamped', async () => {
    await using server = await serveStamps(at, authority)
    const token = readTimeStampToken(await createHttpTimeStamper(server.url, fetch)(Buffer.from('report')))
    assert.deepEqual(token.imprint, digest)
  })

  test('an error of the server is an error here', async () => {
    const unavailable = async () => new Response('', { status: 503 })
    await assert.rejects(requestTimeStamp('http://stamps.example/', digest, unavailable), /HTTP status 503/)
    const garbage = async () => new Response('<html>')
    await assert.rejects(requestTimeStamp('http://stamps.example/', digest, garbage), TimeStampError)
  })
})

describe('authorities', () => {
  const stamp = (by: Parameters<typeof createStampReply>[2]) => {
    const request = makeTimeStampRequest(digest)
    return readTimeStampResponse(createStampReply(request.bytes, at, by), request)
  }

  test('are trusted only under a pinned root', () => {
    const token = stamp(authority)
    const stranger = readCertificate(at.issue('stranger', { as: 'root' }).certificate)
    assert.equal(judgeAuthority(token, { roots: [], now: new Date() }).outcome, 'untrusted')
    assert.equal(judgeAuthority(token, { roots: [stranger], now: new Date() }).outcome, 'untrusted')
  })

  test('are not trusted with times to come, or when their certificate was not valid', () => {
    const token = stamp(authority)
    const hourAgo = new Date(Date.now() - 3_600_000)
    assert.match(judgeAuthority(token, { roots, now: hourAgo }).message, /in the future/)
    const old = { ...token, time: new Date('2020-01-01') }
    assert.match(judgeAuthority(old, { roots, now: new Date() }).message, /was not valid/)
  })

  test('carry no certificate that is not needed', () => {
    const other = at.issue('other', { as: 'root' })
    assert.throws(() => stamp({ ...authority, carried: [intermediate, other] }), /does not need/)
  })
})

describe('tokens that an authority must not make', () => {
  const forge = (forgery: Partial<Forgery>) => readTimeStampToken(forgeToken({ signer, imprint: digest, ...forgery }))

  test('are told from those that it may make', () => {
    assert.deepEqual(forge({}).imprint, digest)
  })

  test('are signed with a certificate for something else', () => {
    const server = at.issue('server', { as: 'server', by: root })
    assert.throws(() => forge({ signer: server }), /not for time stamps/)
    assert.throws(() => forge({ signer: at.issue('person', { as: 'signer', by: root }) }), /not for time stamps/)
  })

  test('name another certificate', () => {
    assert.throws(() => forge({ named: readCertificate(root.certificate) }), /names another certificate/)
  })

  test('have parts that the signature does not cover', () => {
    const attribute = encodeSequence(encodeOid('1.2.3'), encodeSet(encodedTrue))
    assert.throws(() => forge({ unsigned: [attribute] }), DerError)
  })

  test('are not canonical', () => {
    assert.throws(() => forge({ unsortedAttributes: true }), /not canonical/)
  })
})
