import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { customerCommands, runCli } from '@wachta/cli'
import { hashHeader, writeProof, writeSealedFiles } from '@wachta/proof'
import { createHttpTimeStamper, hashContent, readCertificateBundle, signPdf } from '@wachta/signature'
import { runInProcess } from '@wachta/testing/processes/command'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { makeSmallPdf } from '@wachta/testing/signing/small-pdf'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import { ensureReportKey } from '../src/setup/report-key.ts'

let folder: string
let fingerprint: string
const at = (name: string) => join(folder, name)
const authority = new TestAuthority()
const root = authority.issue('root', { as: 'root' })
const stamps = await serveStamps(authority, { signer: authority.issue('stamps', { as: 'stamps', by: root }) })

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-verify-'))
  const made = await runInProcess({}, 'admin', 'report-key', '--directory', folder, '--json')
  fingerprint = JSON.parse(made.out).fingerprint
  const { key, certificate } = await ensureReportKey(folder)
  const csv = Buffer.from('service,level\n')
  const { createPrivateKey } = await import('node:crypto')
  const pdf = await signPdf(makeSmallPdf(), {
    ...{ name: 'Reports', reason: 'Report', signedAt: new Date(), key: createPrivateKey(key) },
    certificates: readCertificateBundle(certificate),
    timeStamp: createHttpTimeStamper(stamps.url, fetch),
    files: { csv: hashContent(csv).toString('hex') },
  })
  const digests = Object.entries({ pdf, csv }).map(([type_id, bytes]) => ({ type_id, sha256: hashContent(bytes) }))
  const content = writeSealedFiles({ report_id: 3, files: digests })
  const header = {
    ...{ number: 9, time: new Date(), kind: 'report', window_start: null },
    ...{ content_sha256: hashContent(content), previous_hash: Buffer.alloc(32, 1) },
  }
  const link = { version: 2, ...header, hash: hashHeader(header), content: content.toString() }
  await writeFile(at('report.pdf'), pdf)
  await writeFile(at('report.csv'), csv)
  await writeFile(at('other.csv'), 'service,level,forged\n')
  await writeFile(at('proof.json'), writeProof({ report_id: 3, link, links: [], until: 'head', stamp: null }))
  await writeFile(at('stamps.pem'), root.certificate)
})
after(async () => {
  await rm(folder, { recursive: true })
  await stamps[Symbol.asyncDispose]()
  authority[Symbol.dispose]()
})

/** Runs the command as a customer: without the environment, the database, or anything else of an installation. */
async function customer(...words: string[]) {
  let out = ''
  const stream = {
    write(text: string) {
      out += text
    },
  }
  const parts = { name: 'wachta', version: '0', summary: { en: '', pl: '' }, commands: customerCommands }
  const code = await runCli(parts, words, { environment: {}, stdout: stream, stderr: stream })
  return { code, out }
}

const operator = (...words: string[]) => runInProcess({}, ...words)

for (const [name, run] of Object.entries({ customer, operator }))
  test(`${name}: files of a report are verified without an installation`, async () => {
    const files = [at('report.pdf'), at('report.csv'), '--proof', at('proof.json')]
    const valid = await run('verify', ...files, '--fingerprint', fingerprint, '--trust-stamps', at('stamps.pem'))
    assert.equal(valid.code, 0, valid.out)
    assert.match(valid.out, /✓ Signed by CN=Wachta reports/)
    assert.match(valid.out, /✓ Link 9 of the chain of evidence/)
    assert.match(
      valid.out,
      /– When the proof file was created, the chain ended at link 9 and none of its links had a time stamp/,
    )
    assert.match(valid.out, /VALID: nothing was changed/)
    const byRoot = await run('verify', at('report.pdf'), '--trust', at('report-signing.crt'), '--json')
    assert.deepEqual([byRoot.code, JSON.parse(byRoot.out).status], [0, 'valid'])
    const untrusted = await run('verify', at('report.pdf'), '--language', 'pl')
    assert.deepEqual([untrusted.code, /BEZ DOWODU/.test(untrusted.out)], [3, true])
    const forged = await run('verify', at('report.pdf'), at('other.csv'), '--fingerprint', fingerprint)
    assert.deepEqual([forged.code, /✗ other\.csv was changed/.test(forged.out)], [3, true])
    assert.equal((await run('verify', at('report.pdf'), '--fingerprint', '12')).code, 2)
    assert.equal((await run('verify', at('absent.pdf'))).code, 2)
    assert.equal((await run('verify', at('report.pdf'), '--trust', at('report.csv'))).code, 2)
  })

test('admin report-key and setup never replace a key', async () => {
  const before = await readFile(at('report-signing.key'), 'utf8')
  const again = await runInProcess({}, 'admin', 'report-key', '--directory', folder)
  assert.equal(again.code, 0)
  assert.match(again.out, new RegExp(`Fingerprint that customers compare: ${fingerprint}`))
  assert.equal(await readFile(at('report-signing.key'), 'utf8'), before)
})
