import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { hourMs } from '@wachta/domain'
import { type AcmeAuthority, startAcmeAuthority } from '@wachta/testing/acme-authority'
import { findFreePort } from '@wachta/testing/free-port'
import { sql } from 'kysely'
import { firstKey, openCertificateRig, readObjects, settle } from './support/certificates.ts'
import { addPage } from './support/pages.ts'

const domain = 'status.shop.test'

// Generating its keys takes seconds, so the tests share one authority.
let authority: AcmeAuthority
before(async () => {
  authority = await startAcmeAuthority({ httpPort: await findFreePort() })
})
after(() => authority[Symbol.asyncDispose]())

test('a challenge that fails is tried again at growing intervals, and a domain that points elsewhere is not ordered', async () => {
  await using rig = await openCertificateRig(authority)
  await addPage(rig.db, 'shop', { domain })
  await rig.addRecord('shop')
  await rig.authority.setAddress(domain, '127.0.0.9')
  const certifier = await rig.createCertifier()
  await settle(rig, certifier)
  assert.deepEqual(await rig.readClaim('shop'), { isHolder: true, problem: 'points_elsewhere' })
  assert.deepEqual(rig.ordered, [])
  // Now both names point to an address where no server answers.
  await rig.authority.setAddress('pages.wachta.test', '127.0.0.9')
  await settle(rig, certifier)
  assert.deepEqual(rig.ordered, ['rejected'])
  const failed = await rig.readCertificate(domain)
  assert.equal(failed?.problem, 'rejected')
  assert.match(String(failed?.detail), /127\.0\.0\.9/)
  for (let minutes = 0; minutes < 14; minutes += 2) {
    rig.now += 2 * 60_000
    await rig.round(certifier)
  }
  assert.equal(rig.ordered.length, 1, 'not within a quarter of an hour')
  rig.now += 4 * 60_000
  await rig.round(certifier)
  assert.equal(rig.ordered.length, 2)
  rig.now += 16 * 60_000
  await rig.round(certifier)
  assert.equal(rig.ordered.length, 2, 'then after half an hour')
  assert.deepEqual(rig.errors, [])
})

test('two reporters order once, and what is lost or sealed with a former key is mended at the next start', async () => {
  await using rig = await openCertificateRig(authority)
  await addPage(rig.db, 'shop', { domain })
  await rig.addRecord('shop')
  const [one, other] = [await rig.createCertifier(), await rig.createCertifier()]
  rig.now += hourMs
  for (let rounds = 0; rounds < 10 && rig.ordered.length === 0; rounds += 1) await rig.round(one, other)
  await rig.round(one, other)
  assert.deepEqual(rig.ordered, ['issued'])
  const secondKey = `b:${Buffer.alloc(32, 2).toString('base64')}`
  const resealing = await rig.createCertifier({ PAGES_KEYS: `${secondKey},${firstKey}` })
  await rig.round(resealing)
  const stored = await readObjects(rig)
  assert.match(stored, /"sealedKey":"v1\.b\./)
  assert.doesNotMatch(stored, /v1\.a\./, 'the key of the account too')
  assert.deepEqual(rig.ordered, ['issued'])
  const sealed = 'all keys of certificates are sealed with the first of PAGES_KEYS'
  assert.deepEqual(rig.logged.at(-1), [{ certificates: 1, reencrypted: 1, reordered: 0 }, sealed])
  rig.now += hourMs
  const stranger = await rig.createCertifier({ PAGES_KEYS: `c:${Buffer.alloc(32, 3).toString('base64')}` })
  await rig.round(stranger)
  assert.deepEqual(rig.ordered, ['issued', 'issued'], 'a certificate that cannot be decrypted is ordered again')
  assert.deepEqual(rig.logged.at(-2), [{ certificates: 1, reencrypted: 0, reordered: 1 }, sealed])
  assert.deepEqual(rig.errors, [])
})

test('wrong or missing settings discard no certificate, and only domains of published pages are vouched for', async () => {
  await using rig = await openCertificateRig(authority)
  const second = 'status.other.test'
  await addPage(rig.db, 'shop', { domain })
  await addPage(rig.db, 'other', { domain: second })
  await rig.addRecord('shop')
  await rig.addRecord('other')
  await settle(rig, await rig.createCertifier())
  assert.deepEqual(rig.ordered, ['issued', 'issued'])
  const read = async () => [
    await rig.readCertificate(domain),
    await rig.readCertificate(second),
    await readObjects(rig),
  ]
  const sealed = async () => (await readObjects(rig)).match(/v1\.\w+\./g)
  const [before, sealedBefore] = [(await read()).slice(0, 2), await sealed()]
  await rig.round(await rig.createCertifier({ PAGES_KEYS: `c:${Buffer.alloc(32, 3).toString('base64')}` }))
  assert.match(
    JSON.stringify(rig.errors, (_, value) => (value instanceof Error ? value.message : value)),
    /none of the stored certificates can be decrypted with PAGES_KEYS/,
  )
  assert.deepEqual([(await read()).slice(0, 2), await sealed()], [before, sealedBefore])
  const proxied = await rig.createCertifier({ ACME_URL: undefined } as never)
  await rig.round(proxied)
  assert.deepEqual((await read()).slice(0, 2), before)
  await rig.db.query(sql`update status_page set is_published = false where slug = 'shop'`)
  await rig.db.query(sql`update status_page set domain = null where slug = 'other'`)
  await rig.round(proxied)
  const { hosts = {} } = await rig.readStamp()
  assert.deepEqual(Object.keys(hosts), [domain], 'a domain that no page has any more is not served')
  const asked = await rig.visit(`http://127.0.0.1/.well-known/wachta/domain?domain=${domain}`)
  assert.equal(asked.status, 404, 'no certificate for an unpublished page')
  rig.now = Number(before[0] && (before[0] as { expiresAt: Date }).expiresAt) + 1
  await rig.round(proxied)
  assert.equal(await rig.readCertificate(domain), undefined, 'from now on, the proxy has it')
})

test('an order that is broken off says nothing, and one that was issued but not stored is not repeated at once', async () => {
  await using rig = await openCertificateRig(authority)
  await addPage(rig.db, 'shop', { domain })
  await rig.addRecord('shop')
  const certifier = await rig.createCertifier()
  rig.now += hourMs
  await rig.round(certifier)
  const challenges = join(rig.folder, 'pages/challenges')
  await writeFile(challenges, 'in the way')
  await rig.round(certifier)
  assert.deepEqual(rig.ordered.splice(0), ['rejected'], 'our own fault counts for this name only')
  assert.equal((await rig.readCertificate(domain))?.detail, 'the certificate could not be ordered')
  await rig.db.query(sql`delete from page_certificate_order`)
  await rm(challenges)
  rig.now += hourMs
  const folder = join(rig.folder, 'pages/certificates')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'in the way')
  await rig.round(certifier)
  rig.now += 60_000
  await rig.round(certifier)
  assert.deepEqual(rig.ordered, ['issued'])
  assert.equal((await rig.readCertificate(domain))?.version, null)
  assert.equal(rig.errors.length, 1)
  const orders = () =>
    rig.db.query(sql<{ outcome: string | null }>`select outcome from page_certificate_order order by id`)
  assert.deepEqual(await orders(), [{ outcome: 'issued' }])
  await rm(folder)
  await addPage(rig.db, 'other', { domain: 'status.other.test' })
  await rig.addRecord('other')
  rig.now += hourMs
  await rig.round(certifier)
  assert.deepEqual(await orders(), [{ outcome: 'issued' }, { outcome: 'issued' }])
  rig.now += 6_000
  certifier.start()
  while ((await orders()).length < 3) await wait(20)
  rig.stopping.abort()
  await certifier.settle()
  assert.deepEqual(await orders(), [{ outcome: 'issued' }, { outcome: 'issued' }, { outcome: null }])
  assert.deepEqual(rig.ordered, ['issued', 'issued'])
})

test('the installation has a certificate for its own name, and orders no more than its limits', async () => {
  await using rig = await openCertificateRig(authority)
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await addPage(rig.db, 'own', { domain: 'pages.wachta.test' })
  await rig.addRecord('shop')
  await rig.addRecord('own')
  const certifier = await rig.createCertifier({ PAGES_URL: 'https://pages.wachta.test', ACME_ORDERS_PER_HOUR: 1 })
  await settle(rig, certifier)
  await rig.round(certifier)
  assert.deepEqual(rig.ordered, ['issued'])
  assert.deepEqual(await rig.readClaim('own'), { isHolder: false, problem: 'taken' }, 'no page has the name of all')
  const rows = [await rig.readCertificate('pages.wachta.test'), await rig.readCertificate(domain)]
  assert.deepEqual(rows.map((row) => row?.problem).sort(), ['limited', null])
  rig.now += hourMs
  await rig.round(certifier)
  assert.deepEqual(rig.ordered, ['issued', 'issued'])
  const roots = await rig.authority.readRoots()
  assert.equal((await rig.visit('https://pages.wachta.test/shop/', { roots })).status, 200)
  assert.equal((await rig.visit(`https://${domain}/`, { roots })).status, 200)
  const elsewhere = await rig.createCertifier({
    PAGES_URL: 'https://pages.wachta.test',
    PAGES_CNAME: 'domains.wachta.test',
  })
  await settle(rig, elsewhere)
  assert.equal(await rig.readCertificate('pages.wachta.test'), undefined, 'another server terminates TLS there')
  const targets = await rig.db.query(sql`select target from status_page_domain where domain = ${domain}`)
  assert.deepEqual(targets, [{ target: 'domains.wachta.test' }])
  assert.deepEqual(rig.errors, [])
})
