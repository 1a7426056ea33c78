import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { hourMs } from '@wachta/domain'
import { createNameServers } from '@wachta/runtime/name-servers'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { lookAtClaims } from '../src/certificates/domain-claims.ts'
import { type CertificateRig, firstKey, openCertificateRig, readObjects } from './support/certificates.ts'
import { addPage, openPagesRig } from './support/pages.ts'

const domain = 'status.shop.test'

/** Looks at the records, publishes the host, and orders. */
async function settle(rig: CertificateRig, certifier: Awaited<ReturnType<CertificateRig['createCertifier']>>) {
  rig.now += hourMs
  await rig.round(certifier)
  await rig.round(certifier)
}

test('a proved domain gets a certificate, and its page is served at it', async () => {
  await using rig = await openCertificateRig()
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await addPage(rig.db, 'other', { title: 'Other status' })
  const certifier = await rig.createCertifier()
  await rig.round(certifier)
  assert.deepEqual(await rig.readClaim('shop'), { isHolder: false, problem: 'record_missing' })
  assert.equal((await rig.visit(`http://${domain}/`)).status, 404, 'not before it is proved')
  await rig.prove('shop')
  await settle(rig, certifier)
  assert.deepEqual(await rig.readClaim('shop'), { isHolder: true, problem: null })
  assert.deepEqual(rig.ordered, ['issued'], JSON.stringify(await rig.readCertificate(domain)))
  assert.deepEqual(rig.errors, [])
  const roots = await rig.authority.readRoots()
  const page = await rig.visit(`https://${domain}/`, { roots })
  assert.equal(page.status, 200)
  assert.match(page.body, /Shop status/)
  assert.equal(page.headers['strict-transport-security'], 'max-age=604800')
  assert.match((await rig.visit(`https://${domain}/feed.atom`, { roots })).body, /https:\/\/status\.shop\.test\//)
  assert.equal((await rig.visit(`https://${domain}/other/`, { roots })).status, 404, 'no other page at this host')
  await visitOthers(rig, roots)
  await checkStored(rig)
  await rig.restartPages()
  await rig.authority.stop()
  await rig.round(certifier)
  assert.equal((await rig.visit(`https://${domain}/`, { roots })).status, 200, 'after a restart, without the authority')
  assert.deepEqual(rig.ordered, ['issued'])
})

async function visitOthers(rig: CertificateRig, roots: string): Promise<void> {
  const plain = await rig.visit(`http://${domain}/history?lang=en`)
  assert.deepEqual([plain.status, plain.headers.location], [308, `https://${domain}/history?lang=en`])
  assert.equal(plain.headers['strict-transport-security'], undefined)
  const upper = await rig.visit('http://x/', { host: 'STATUS.Shop.test.:80' })
  assert.equal(upper.headers.location, `https://${domain}/`)
  for (const host of [
    'evil.test',
    'status.shop.test.evil.test',
    'status.shop.test@evil.test',
    '__proto__',
    'constructor',
    '',
  ])
    assert.equal((await rig.visit('http://x/', { host })).headers.location, undefined, host)
  assert.equal((await rig.visit('http://x/.well-known/acme-challenge/abc', { host: domain })).status, 404)
  await assert.rejects(rig.visit('https://unknown.test/', { roots }), 'no certificate for a name that is not ours')
  await assert.rejects(rig.visit('https://pages.wachta.test/', { roots }), 'nor for one without a certificate')
  const ask = (name: string) =>
    rig.visit(`http://127.0.0.1/.well-known/wachta/domain?domain=${encodeURIComponent(name)}`)
  assert.equal((await ask(domain)).status, 200, 'proxies may ask')
  assert.equal((await ask('unknown.test')).status, 404)
  const metrics = await fetch(`http://127.0.0.1:${rig.pages().metricsPort()}/metrics`)
  assert.match(await metrics.text(), /wachta_pages_tls_failures_total 2/)
}

/** Nothing that opens a certificate lies in the object store, and challenges do not stay. */
async function checkStored(rig: CertificateRig): Promise<void> {
  assert.doesNotMatch(await readObjects(rig), /PRIVATE KEY/)
  const names = await rig.listObjects()
  assert.deepEqual(
    names.filter((name) => name.startsWith('pages/challenges')),
    [],
  )
  assert.equal(names.filter((name) => name.startsWith('pages/certificates')).length, 1)
  assert.ok(names.includes('certificates/account'))
}

test('a certificate is renewed with a third of its life left, and the former one is served until then', async () => {
  await using rig = await openCertificateRig({ lifeSeconds: 7200 })
  await addPage(rig.db, 'shop', { domain })
  await rig.prove('shop')
  const certifier = await rig.createCertifier()
  await settle(rig, certifier)
  const first = await rig.readCertificate(domain)
  assert.deepEqual(rig.ordered, ['issued'])
  const expiresAt = Number(first?.expiresAt)
  rig.now = expiresAt - 0.4 * 7200_000
  await rig.round(certifier)
  assert.deepEqual(rig.ordered, ['issued'], 'not yet')
  rig.now = expiresAt - 7200_000 / 3
  await rig.authority.stop()
  await rig.round(certifier)
  assert.deepEqual(rig.ordered, ['issued', 'unreachable'], 'the authority is down')
  assert.equal((await rig.readCertificate(domain))?.problem, 'unreachable')
  assert.equal((await rig.readCertificate(domain))?.version, first?.version, 'what is there is served')
  await rig.round(certifier)
  assert.equal(rig.ordered.length, 2, 'it is left alone for a while')
  // It comes back without its accounts.
  await rig.authority.start()
  rig.now += 10 * 60_000
  await rig.round(certifier)
  assert.deepEqual(rig.ordered, ['issued', 'unreachable', 'issued'])
  const second = await rig.readCertificate(domain)
  assert.notEqual(second?.version, first?.version)
  assert.equal(second?.problem, null)
  assert.equal((await rig.visit(`https://${domain}/`, { roots: await rig.authority.readRoots() })).status, 200)
  assert.deepEqual(rig.errors, [])
})

test('a challenge that fails is tried again ever more seldom, and a name that leads elsewhere is not ordered', async () => {
  await using rig = await openCertificateRig()
  await addPage(rig.db, 'shop', { domain })
  await rig.prove('shop')
  await rig.authority.setAddress(domain, '127.0.0.9')
  const certifier = await rig.createCertifier()
  await settle(rig, certifier)
  assert.deepEqual(await rig.readClaim('shop'), { isHolder: true, problem: 'leads_elsewhere' })
  assert.deepEqual(rig.ordered, [])
  // Both lead to where nobody answers.
  await rig.authority.setAddress('pages.wachta.test', '127.0.0.9')
  await settle(rig, certifier)
  assert.deepEqual(rig.ordered, ['refused'])
  const failed = await rig.readCertificate(domain)
  assert.equal(failed?.problem, 'refused')
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
  await using rig = await openCertificateRig()
  await addPage(rig.db, 'shop', { domain })
  await rig.prove('shop')
  const [one, other] = [await rig.createCertifier(), await rig.createCertifier()]
  rig.now += hourMs
  for (let rounds = 0; rounds < 3; rounds += 1) await rig.round(one, other)
  assert.deepEqual(rig.ordered, ['issued'])
  const secondKey = `b:${Buffer.alloc(32, 2).toString('base64')}`
  const resealing = await rig.createCertifier({ PAGES_KEYS: `${secondKey},${firstKey}` })
  await rig.round(resealing)
  const stored = await readObjects(rig)
  assert.match(stored, /"sealedKey":"v1\.b\./)
  assert.doesNotMatch(stored, /v1\.a\./, 'the key of the account too')
  assert.deepEqual(rig.ordered, ['issued'])
  assert.ok(rig.said.includes('all keys of certificates are sealed with the first of PAGES_KEYS'))
  rig.now += hourMs
  const stranger = await rig.createCertifier({ PAGES_KEYS: `c:${Buffer.alloc(32, 3).toString('base64')}` })
  await rig.round(stranger)
  assert.deepEqual(rig.ordered, ['issued', 'issued'], 'a certificate that cannot be opened is ordered again')
  assert.deepEqual(rig.errors, [])
})

test('wrong or missing settings discard no certificate, and only domains of published pages are vouched for', async () => {
  await using rig = await openCertificateRig()
  const second = 'status.other.test'
  await addPage(rig.db, 'shop', { domain })
  await addPage(rig.db, 'other', { domain: second })
  await rig.prove('shop')
  await rig.prove('other')
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
    /do not fit/,
  )
  assert.deepEqual([(await read()).slice(0, 2), await sealed()], [before, sealedBefore])
  const proxied = await rig.createCertifier({ ACME_URL: undefined } as never)
  await rig.round(proxied)
  assert.deepEqual((await read()).slice(0, 2), before)
  await rig.db.query(sql`update status_page set is_published = false where slug = 'shop'`)
  await rig.db.query(sql`update status_page set domain = null where slug = 'other'`)
  await rig.round(proxied)
  const { hosts = {} } = await rig.readStamp()
  assert.deepEqual(Object.keys(hosts), [domain], 'a name that no page has any more leads nowhere')
  const asked = await rig.visit(`http://127.0.0.1/.well-known/wachta/domain?domain=${domain}`)
  assert.equal(asked.status, 404, 'no certificate for what nobody may see')
  rig.now = Number(before[0] && (before[0] as { expiresAt: Date }).expiresAt) + 1
  await rig.round(proxied)
  assert.equal(await rig.readCertificate(domain), undefined, 'from now on, the proxy has it')
})

test('an order that is broken off says nothing, and one that was issued but not stored is not repeated at once', async () => {
  await using rig = await openCertificateRig()
  await addPage(rig.db, 'shop', { domain })
  await rig.prove('shop')
  const certifier = await rig.createCertifier()
  rig.now += hourMs
  await rig.round(certifier)
  const challenges = join(rig.folder, 'pages/challenges')
  await writeFile(challenges, 'in the way')
  await rig.round(certifier)
  assert.deepEqual(rig.ordered.splice(0), ['refused'], 'our own fault counts for this name only')
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
  await rig.prove('other')
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

test('silent name servers and many claims of one account delay no other one', async () => {
  await using rig = await openPagesRig()
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  await using _ = { [Symbol.asyncDispose]: async () => void silent.close() }
  await rig.db.query(sql`insert into account (id, name, username, package_id, email_address)
values (2, 'Other', 'other', 1, 'other@example.com')`)
  for (let index = 0; index < 25; index += 1) await addPage(rig.db, `many-${index}`, { domain: `${index}.many.test` })
  await addPage(rig.db, 'one', { domain: 'one.test', owner_id: 2 })
  const stopping = new AbortController()
  const started = performance.now()
  const look = () =>
    lookAtClaims({
      ...{ database: rig.openReporterDatabase(), target: 'pages.wachta.test', reserved: [], now: () => rig.now },
      ...{ issuesCertificates: true, stopping: stopping.signal },
      nameServers: createNameServers([`127.0.0.1:${silent.address().port}`]),
    })
  await look()
  assert.ok(performance.now() - started < 30_000)
  const looked = () =>
    rig.db.query(sql<{ domain: string }>`select domain from status_page_domain where problem is not null`)
  const first = (await looked()).map((row) => row.domain)
  assert.equal(first.length, 20)
  assert.ok(first.includes('one.test'))
  stopping.abort()
  await look()
  assert.equal((await looked()).length, 20, 'a reporter that stops looks no further')
})

test('nobody takes the domain of another page without a record in its zone', async () => {
  await using rig = await openCertificateRig()
  await rig.db.query(sql`insert into account (id, name, username, package_id, email_address)
values (2, 'Thief', 'thief', 1, 'thief@example.com')`)
  await addPage(rig.db, 'thief', { domain, owner_id: 2, title: 'Thief' })
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  const certifier = await rig.createCertifier()
  await rig.prove('shop')
  await settle(rig, certifier)
  const roots = await rig.authority.readRoots()
  const title = async () => /Thief|Shop status/.exec((await rig.visit(`https://${domain}/`, { roots })).body)?.[0]
  assert.equal(await title(), 'Shop status', 'the first claim counts nothing')
  assert.deepEqual(await rig.readClaim('thief'), { isHolder: false, problem: 'record_missing' })
  await rig.authority.setText(`_wachta-page.${domain}`, undefined)
  await settle(rig, certifier)
  assert.equal(await title(), 'Shop status', 'a record that is lost takes no page off the air')
  await rig.prove('thief')
  await settle(rig, certifier)
  assert.equal(await title(), 'Thief', 'whoever controls the zone decides')
  assert.deepEqual(await rig.readClaim('shop'), { isHolder: false, problem: 'taken' })
  assert.deepEqual(rig.ordered, ['issued'], 'the certificate belongs to the name')
  await rig.db.query(sql`update status_page set domain = null where slug = 'thief'`)
  await rig.db.query(sql`delete from status_page where slug = 'shop'`)
  await settle(rig, certifier)
  assert.equal(await rig.readCertificate(domain), undefined)
  assert.deepEqual(
    (await rig.listObjects()).filter((name) => name.startsWith('pages/certificates')),
    [],
  )
  await assert.rejects(rig.visit(`https://${domain}/`, { roots }))
  assert.deepEqual(rig.errors, [])
})

test('without an authority, a proxy speaks TLS: a proved domain is served, and nothing is ordered', async () => {
  await using rig = await openCertificateRig()
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await rig.prove('shop')
  const { ACME_URL: _, ...withoutAuthority } = rig.config
  const certifier = await rig.createCertifier({ ...withoutAuthority, ACME_URL: undefined } as never)
  await settle(rig, certifier)
  const page = await rig.visit(`http://${domain}/`)
  assert.deepEqual([page.status, rig.ordered], [200, []])
  assert.equal((await rig.readPage('shop')).view.url, `https://${domain}`)
})

test('the installation has a certificate for its own name, and orders no more than its limits', async () => {
  await using rig = await openCertificateRig()
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await addPage(rig.db, 'own', { domain: 'pages.wachta.test' })
  await rig.prove('shop')
  await rig.prove('own')
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
  assert.equal(await rig.readCertificate('pages.wachta.test'), undefined, 'somebody else speaks TLS there')
  const targets = await rig.db.query(sql`select target from status_page_domain where domain = ${domain}`)
  assert.deepEqual(targets, [{ target: 'domains.wachta.test' }])
  assert.deepEqual(rig.errors, [])
})

test('the processes do all of it by themselves', async () => {
  await using rig = await openCertificateRig()
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await rig.prove('shop')
  const { ACME_ORDERS_PER_HOUR: perHour, ...config } = rig.config
  await using reporter = startProcess('reporter', {
    ...{ ...(config as Record<string, string>), ACME_ORDERS_PER_HOUR: String(perHour) },
    ...{ DATABASE_URL: rig.databaseUrl, OBJECTS_URL: pathToFileURL(rig.folder).href, EGRESS_ALLOW: '127.0.0.0/8' },
  })
  const roots = await rig.authority.readRoots()
  const page = await eventuallyWith([reporter, rig.pages()], 60)('a page with TLS', () =>
    rig.visit(`https://${domain}/`, { roots }).catch(() => undefined),
  )
  assert.match(page.body, /Shop status/)
})
