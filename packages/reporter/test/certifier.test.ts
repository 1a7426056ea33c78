import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { hourMs } from '@wachta/domain'
import { allowAll } from '@wachta/egress'
import { openObjectStore } from '@wachta/objects'
import { createNameServers } from '@wachta/runtime/name-servers'
import { getCertificateObjectKey } from '@wachta/runtime/page-certificate'
import { createVault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { CertificateObjects } from '../src/certificates/certificate-objects.ts'
import { verifyClaims } from '../src/certificates/domain-claims.ts'
import { type CertificateSettings, openCertifier } from '../src/certificates/open-certifier.ts'
import { addPage, openPagesRig, type PagesRig, withoutCertificates } from './support/pages.ts'

const keys = `a:${Buffer.alloc(32, 1).toString('base64')}`
const domain = 'status.shop.test'

/** A certifier whose name servers and authority do not answer. */
async function openLoneCertifier(rig: PagesRig, settings: Partial<CertificateSettings> = {}) {
  const objects = await openObjectStore(pathToFileURL(rig.folder).href)
  const certifier = await openCertifier({
    ...{ config: { ...withoutCertificates, ...settings }, database: rig.openReporterDatabase(), objects },
    ...{ guard: allowAll, stopping: new AbortController().signal, now: () => rig.now },
    processMetrics: { countOrder: () => undefined } as never,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (...said: unknown[]) => void rig.errors.push(said),
    } as never,
  })
  return async () => {
    rig.now += 6_000
    certifier.start()
    await certifier.settle()
  }
}

test('a clock that is set back delays no domain until it has caught up', async () => {
  await using rig = await openPagesRig()
  const round = await openLoneCertifier(rig)
  await round()
  rig.now -= hourMs
  await addPage(rig.db, 'shop', { domain })
  await round()
  const claims = await rig.db.query(sql`select domain from status_page_domain`)
  assert.deepEqual(claims, [{ domain }])
  assert.deepEqual(rig.errors, [])
})

test('a domain whose name servers do not answer keeps what was last known about its addresses', async () => {
  await using rig = await openPagesRig()
  const at = new Date(rig.now)
  for (const [slug, problem] of [
    ['ours', null],
    ['elsewhere', 'points_elsewhere'],
  ] as const) {
    const id = await addPage(rig.db, slug, { domain: `${slug}.test` })
    await rig.db.query(sql`insert into status_page_domain
  (status_page_id, domain, target, claimed_at, next_check_at, verified_at, problem)
values (${id}, ${`${slug}.test`}, '127.0.0.1', ${at}, ${at}, ${at}, ${problem})`)
  }
  await verifyClaims({
    ...{ database: rig.openReporterDatabase(), target: '127.0.0.1', reservedHosts: [], now: () => rig.now },
    ...{ issuesCertificates: false, stopping: new AbortController().signal },
    nameServers: createNameServers(['127.0.0.1:9']),
  })
  const claims = await rig.db.query(sql`select domain, problem, verified_at is not null as "isHolder",
  next_check_at > ${at} as "isChecked" from status_page_domain order by domain`)
  assert.deepEqual(claims, [
    { domain: 'elsewhere.test', problem: 'points_elsewhere', isHolder: true, isChecked: true },
    { domain: 'ours.test', problem: null, isHolder: true, isChecked: true },
  ])
})

test('a domain that has to wait for a limit does not keep what the authority said before', async () => {
  await using rig = await openPagesRig()
  const id = await addPage(rig.db, 'shop', { domain })
  const at = new Date(rig.now)
  await rig.db.query(sql`insert into status_page_domain (status_page_id, domain, target, claimed_at, next_check_at, verified_at)
values (${id}, ${domain}, 'status.example.com', ${at}, ${new Date(rig.now + hourMs)}, ${at})`)
  await rig.db.query(sql`insert into page_certificate (domain, order_at, problem, detail)
values (${domain}, ${at}, 'rejected', 'no answer on port 80')`)
  await rig.db.query(sql`insert into page_certificate_order (domain, owner_id, started_at, outcome)
values ('status.other.test', 1, ${at}, 'issued')`)
  const limited = { ACME_URL: 'https://127.0.0.1:9/', PAGES_KEYS: keys, ACME_ORDERS_PER_HOUR: 1 }
  await (await openLoneCertifier(rig, limited))()
  const rows = await rig.db.query(sql`select problem, detail from page_certificate where domain = ${domain}`)
  assert.deepEqual(rows, [{ problem: 'limited', detail: null }])
  assert.deepEqual(rig.errors, [])
})

test('a certificate or an account that is damaged in the store counts as lost', async () => {
  await using rig = await openPagesRig()
  const store = await openObjectStore(pathToFileURL(rig.folder).href)
  const objects = new CertificateObjects(store, createVault(keys), 'https://ca.test/')
  await objects.writeCertificate(domain, { chain: 'chain', key: 'key' })
  assert.equal(await objects.reencrypt(domain), 'current')
  const account = await objects.loadAccountKey()
  assert.ok(account.equals(await objects.loadAccountKey()))
  for (const damaged of ['{"chain":', 'null', '7', '{"chain":"chain"}', '']) {
    await writeFile(join(rig.folder, getCertificateObjectKey(domain)), damaged)
    await writeFile(join(rig.folder, 'certificates/account'), damaged)
    assert.equal(await objects.reencrypt(domain), 'lost', damaged)
    const next = await objects.loadAccountKey()
    assert.ok(next.equals(await objects.loadAccountKey()), damaged)
  }
})
