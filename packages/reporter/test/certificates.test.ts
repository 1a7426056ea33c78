import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createNameServers } from '@wachta/runtime/name-servers'
import { type AcmeAuthority, startAcmeAuthority } from '@wachta/testing/acme-authority'
import { findFreePort } from '@wachta/testing/free-port'
import { eventuallyWith } from '@wachta/testing/processes/eventually'
import { startProcess } from '@wachta/testing/processes/start-process'
import { sql } from 'kysely'
import { verifyClaims } from '../src/certificates/domain-claims.ts'
import { type CertificateRig, openCertificateRig, readObjects, settle } from './support/certificates.ts'
import { addPage, openPagesRig } from './support/pages.ts'

const domain = 'status.shop.test'

// Generating its keys takes seconds, so the tests share one authority.
let authority: AcmeAuthority
before(async () => {
  authority = await startAcmeAuthority({ httpPort: await findFreePort() })
})
after(() => authority[Symbol.asyncDispose]())

test('a verified domain gets a certificate, and its page is served at it', async () => {
  await using rig = await openCertificateRig(authority)
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await addPage(rig.db, 'other', { title: 'Other status' })
  const certifier = await rig.createCertifier()
  await rig.round(certifier)
  assert.deepEqual(await rig.readClaim('shop'), { isHolder: false, problem: 'record_missing' })
  assert.equal((await rig.visit(`http://${domain}/`)).status, 404, 'not before it is verified')
  await rig.addRecord('shop')
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
  const failed = await readTlsFailures(rig)
  await assert.rejects(rig.visit('https://unknown.test/', { roots }), 'no certificate for a name that is not ours')
  await assert.rejects(rig.visit('https://pages.wachta.test/', { roots }), 'nor for one without a certificate')
  const ask = (name: string) =>
    rig.visit(`http://127.0.0.1/.well-known/wachta/domain?domain=${encodeURIComponent(name)}`)
  assert.equal((await ask(domain)).status, 200, 'proxies may ask')
  assert.equal((await ask('unknown.test')).status, 404)
  assert.equal((await readTlsFailures(rig)) - failed, 2)
}

async function readTlsFailures(rig: CertificateRig): Promise<number> {
  const metrics = await fetch(`http://127.0.0.1:${rig.pages().metricsPort()}/metrics`)
  return Number(/wachta_pages_tls_failures_total (\d+)/.exec(await metrics.text())?.[1])
}

/** Asserts that the object store has no private key, and no challenges any more. */
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
  await using short = await startAcmeAuthority({ httpPort: await findFreePort(), lifeSeconds: 7200 })
  await using rig = await openCertificateRig(short)
  await addPage(rig.db, 'shop', { domain })
  await rig.addRecord('shop')
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
  // The authority restarts without its accounts.
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
  const verify = () =>
    verifyClaims({
      ...{ database: rig.openReporterDatabase(), target: 'pages.wachta.test', reservedHosts: [], now: () => rig.now },
      ...{ issuesCertificates: true, stopping: stopping.signal },
      nameServers: createNameServers([`127.0.0.1:${silent.address().port}`]),
    })
  await verify()
  assert.ok(performance.now() - started < 30_000)
  const checked = () =>
    rig.db.query(sql<{ domain: string }>`select domain from status_page_domain where problem is not null`)
  const first = (await checked()).map((row) => row.domain)
  assert.equal(first.length, 20)
  assert.ok(first.includes('one.test'))
  stopping.abort()
  await verify()
  assert.equal((await checked()).length, 20, 'a reporter that stops checks no more')
})

test('the domain of another page cannot be taken without a record in its zone', async () => {
  await using rig = await openCertificateRig(authority)
  await rig.db.query(sql`insert into account (id, name, username, package_id, email_address)
values (2, 'Thief', 'thief', 1, 'thief@example.com')`)
  await addPage(rig.db, 'thief', { domain, owner_id: 2, title: 'Thief' })
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  const certifier = await rig.createCertifier()
  await rig.addRecord('shop')
  await settle(rig, certifier)
  const roots = await rig.authority.readRoots()
  const title = async () => /Thief|Shop status/.exec((await rig.visit(`https://${domain}/`, { roots })).body)?.[0]
  assert.equal(await title(), 'Shop status', 'the first claim counts nothing')
  assert.deepEqual(await rig.readClaim('thief'), { isHolder: false, problem: 'record_missing' })
  await rig.authority.setTxtRecord(`_wachta-page.${domain}`, undefined)
  await settle(rig, certifier)
  assert.equal(await title(), 'Shop status', 'a record that is lost takes no page off the air')
  await rig.addRecord('thief')
  await settle(rig, certifier)
  assert.equal(await title(), 'Thief', 'the owner of the zone decides')
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

test('without an authority, a proxy speaks TLS: a verified domain is served, and nothing is ordered', async () => {
  await using rig = await openCertificateRig(authority)
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await rig.addRecord('shop')
  const { ACME_URL: _, ...withoutAuthority } = rig.config
  const certifier = await rig.createCertifier({ ...withoutAuthority, ACME_URL: undefined } as never)
  await settle(rig, certifier)
  const page = await rig.visit(`http://${domain}/`)
  assert.deepEqual([page.status, rig.ordered], [200, []])
  assert.equal((await rig.readPage('shop')).view.url, `https://${domain}`)
})

test('the processes do all of it by themselves', async () => {
  await using rig = await openCertificateRig(authority)
  await addPage(rig.db, 'shop', { domain, title: 'Shop status' })
  await rig.addRecord('shop')
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
