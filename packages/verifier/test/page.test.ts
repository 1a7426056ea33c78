import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hashHeader, verifyReportFiles, writeProof, writeSealedFiles } from '@wachta/proof'
import { createHttpTimeStamper, hashContent, makeSelfSigned, readCertificate, signPdf } from '@wachta/signature'
import { getFingerprint } from '@wachta/signature/src/certificate.ts'
import { TestAuthority } from '@wachta/testing/signing/authority'
import { makeSmallPdf } from '@wachta/testing/signing/small-pdf'
import { serveStamps } from '@wachta/testing/signing/stamp-server'
import { type Browser, chromium, type Page } from 'playwright-core'
import { buildVerifyPage } from '../src/build.ts'

const at = new TestAuthority()
const now = new Date()
const own = makeSelfSigned({
  commonName: 'Reports',
  validFrom: new Date(now.getTime() - 86_400_000),
  validTo: new Date(now.getTime() + 86_400_000),
})
const fingerprint = getFingerprint(readCertificate(own.certificate))
const root = at.issue('root', { as: 'root', algorithm: ['rsa:3072'] })
const stamps = at.issue('stamps', { as: 'stamps', by: root })
const csv = Buffer.from('service,level\nshop,99.9\n')

async function makeReport() {
  await using server = await serveStamps(at, { signer: stamps })
  const pdf = await signPdf(makeSmallPdf(), {
    ...{ name: 'Reports', reason: 'Report', signedAt: now, key: own.key, certificates: [own.certificate] },
    timeStamp: createHttpTimeStamper(server.url, fetch),
    files: { csv: hashContent(csv).toString('hex') },
  })
  const digests = [
    { type_id: 'pdf', sha256: hashContent(pdf) },
    { type_id: 'csv', sha256: hashContent(csv) },
  ]
  const content = writeSealedFiles({ report_id: 17, files: digests })
  const header = {
    ...{ number: 41, time: now, kind: 'report', window_start: null, previous_hash: null },
    content_sha256: hashContent(content),
  }
  const link = { version: 2, ...header, hash: hashHeader(header), content: content.toString() }
  const proof = Buffer.from(writeProof({ report_id: 17, link, links: [], until: 'head', stamp: null }))
  return { pdf, proof }
}

const { pdf, proof } = await makeReport()
let folder: string
let browser: Browser
let page: Page
const requests: string[] = []
const complaints: string[] = []

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wachta-verifier-'))
  await writeFile(join(folder, 'verify.html'), await buildVerifyPage())
  await writeFile(join(folder, 'stamp-root.pem'), root.certificate)
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  page = await browser.newPage({ locale: 'en-GB' })
  page.on('request', (request) => requests.push(request.url()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto(pathToFileURL(join(folder, 'verify.html')).href)
})
after(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
  at[Symbol.dispose]()
})

const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** Gives files to the page and returns its verdict about them. */
async function show(...files: readonly ReturnType<typeof asFile>[]): Promise<string> {
  await page.getByLabel('Files of one report').setInputFiles([])
  await page.getByText('Choose the files of a report.').waitFor()
  await page.getByLabel('Files of one report').setInputFiles([...files])
  await page.locator('.verdict').waitFor()
  return (await page.getByRole('status').locator('p, li').allInnerTexts()).join('\n')
}

const flip = (bytes: Buffer, place: number): Buffer => {
  const changed = Buffer.from(bytes)
  changed[place] = (changed[place] ?? 0) ^ 1
  return changed
}

describe('the page, opened from a disk', () => {
  const whole = [asFile('report.pdf', pdf), asFile('report.csv', csv), asFile('proof.json', proof)]

  test('proves nothing without a trusted certificate', async () => {
    const said = await show(...whole)
    assert.match(said, /^NOT PROVEN/)
    assert.match(said, new RegExp(fingerprint))
  })

  test('says what the command says', async () => {
    await page.getByLabel('SHA-256 fingerprint').fill(fingerprint)
    await page.getByLabel('Root certificates (PEM)').setInputFiles(join(folder, 'stamp-root.pem'))
    const said = await show(...whole)
    assert.match(said, /^VALID/)
    const files = [
      { name: 'report.pdf', bytes: pdf },
      { name: 'report.csv', bytes: csv },
    ]
    const trust = { fingerprints: [fingerprint], stampRoots: [root.certificate] }
    const { findings } = verifyReportFiles({ files, proof, trust, now: new Date() })
    const lines = said.split('\n').filter((line) => /^[✓?✗–] /.test(line))
    assert.deepEqual(
      lines.map((line) => line.replace(/^. [^:]+: /, '')),
      findings.map(({ text }) => text.en),
    )
  })

  test('notices one changed byte of each file', async () => {
    for (const place of [100, pdf.length - 100])
      assert.match(await show(asFile('report.pdf', flip(pdf, place))), /^INVALID/)
    assert.match(await show(asFile('report.pdf', pdf), asFile('report.csv', flip(csv, 3))), /^INVALID/)
    for (const place of [3, 200])
      assert.match(await show(asFile('report.pdf', pdf), asFile('proof.json', flip(proof, place))), /^INVALID/)
  })

  test('refuses a fingerprint that is none', async () => {
    await page.getByLabel('SHA-256 fingerprint').fill('12:34')
    await page.getByText('The fingerprint does not have 64 hexadecimal digits.').waitFor()
    await page.getByLabel('SHA-256 fingerprint').fill(fingerprint.toLowerCase())
    await page.locator('.verdict.invalid').getByText('INVALID').waitFor()
  })

  test('speaks Polish, too', async () => {
    await page.getByRole('button', { name: 'Polski' }).click()
    await page.getByText('NIEPOPRAWNY').waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'pl')
    await page.getByRole('heading', { name: 'Sprawdź raport' }).waitFor()
    await page.getByRole('button', { name: 'English' }).click()
  })

  test('loads nothing, and could not', async () => {
    assert.deepEqual(
      requests.filter((url) => !url.startsWith('file://')),
      [],
    )
    assert.deepEqual(complaints, [])
    const isRefused = await page.evaluate(() =>
      fetch('https://example.com/').then(
        () => false,
        () => true,
      ),
    )
    assert.ok(isRefused)
    assert.match(complaints.join(), /Content Security Policy/)
  })
})
