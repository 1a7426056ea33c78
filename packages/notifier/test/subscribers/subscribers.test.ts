import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { header, linkIn, openStage, publicUrl, type Stage } from './stage.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage[Symbol.asyncDispose]())

const makePost = (more: object = {}) =>
  stage.make('/status_page_posts', {
    ...{ status_page_id: stage.page, kind: 'incident', title: 'Payments are slow', text: 'We **look** into it.' },
    is_draft: false,
    ...more,
  })

test('a subscription by e-mail is confirmed by a button, never by opening the link', async () => {
  const answer = await stage.visit('POST', '/subscribe/acme', {
    form: new URLSearchParams({ email: 'ann@mail.example', language: 'pl' }).toString(),
  })
  assert.equal(answer.status, 200)
  assert.match(answer.text, /Sprawdź skrzynkę e-mail/)
  assert.ok(!('set-cookie' in answer.headers))
  await stage.work()
  const [mail, more] = stage.mailsTo('ann@mail.example')
  assert.equal(more, undefined)
  assert.equal(mail?.email.subject, 'Potwierdź subskrypcję: Acme status')
  assert.equal(mail?.email.from?.name, 'Acme status')
  assert.equal(mail?.email.from?.address, 'wachta@wachta.test')
  assert.match(mail?.email.html ?? '', /Acme Ltd/)
  assert.equal(header(mail, 'list-unsubscribe'), undefined, 'who has confirmed nothing is on no list')
  const link = linkIn(mail, 'confirm_subscription')
  // Mail scanners follow links.
  assert.match((await stage.visit('GET', link)).text, /<form method="post"><button>Potwierdź subskrypcję/)
  assert.equal((await stage.visit('GET', link)).status, 200)
  assert.equal(await stage.stateOf('ann@mail.example'), 'pending')
  assert.match((await stage.visit('POST', link)).text, /Subskrypcja potwierdzona/)
  assert.equal(await stage.stateOf('ann@mail.example'), 'confirmed')
  assert.equal((await stage.visit('POST', link)).status, 200, 'pressing it twice does no harm')
  assert.equal((await stage.visit('POST', `${link}x`)).status, 404)
})

test('a published post and each of its updates is sent once, in the look and language of the page', async () => {
  const draft = await makePost({ is_draft: true })
  await stage.make('/status_page_updates', { post_id: draft, state: 'identified', text: 'It is the *database*.' })
  await stage.work()
  assert.equal(stage.mailsTo('ann@mail.example').length, 1, 'a draft sends nothing')
  await stage.send('PUT', `/status_page_posts/${draft}`, { is_draft: false })
  await stage.work()
  const [, first] = stage.mailsTo('ann@mail.example')
  assert.equal(first?.email.subject, '[Acme status] Przyczyna znana: Payments are slow')
  assert.match(first?.email.text ?? '', /It is the database\./)
  assert.match(first?.email.html ?? '', /It is the <em>database<\/em>\./)
  assert.match(first?.email.text ?? '', /https:\/\/status\.test\/acme\/posts\/[0-9a-f]{16}/)
  assert.equal(stage.mailsTo('ann@mail.example').length, 2, 'one message covers what it had when it was published')
  await stage.make('/status_page_updates', { post_id: draft, state: 'resolved', text: 'It works again.' })
  await stage.work()
  await stage.announce(draft)
  await stage.work()
  const mails = stage.mailsTo('ann@mail.example')
  assert.equal(mails.length, 3)
  assert.match(mails[2]?.email.text ?? '', /It works again\./)
  assert.equal(header(mails[1], 'references'), header(mails[2], 'references'), 'messages of a post form a thread')
  assert.notEqual(mails[1]?.email.messageId, mails[2]?.email.messageId)
  // A change of the text is not sent.
  await stage.send('PUT', `/status_page_posts/${draft}`, { post_mortem: 'A disk was full.' })
  await stage.work()
  assert.equal(stage.mailsTo('ann@mail.example').length, 3)
})

test('what happened long ago is not sent', async () => {
  const before = stage.smtp.received.length
  const old = {
    start_time: '2026-01-01T00:00:00Z',
    end_time: '2026-01-02T00:00:00Z',
    state: 'resolved',
    text: undefined,
  }
  const post = await makePost(old)
  await stage.make('/status_page_updates', {
    post_id: post,
    state: 'resolved',
    text: 'Over',
    time: '2026-01-02T00:00:00Z',
  })
  await stage.work()
  assert.equal(stage.smtp.received.length, before)
})

test('the URL of the header unsubscribes with one POST, without a cookie; opening it does not', async () => {
  await stage.subscribe('bob@mail.example')
  await makePost()
  await stage.work()
  const mail = stage.mailsTo('bob@mail.example').at(-1)
  assert.equal(header(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  assert.match(header(mail, 'list-id') ?? '', /<acme\.status\.wachta\.test>/)
  const url = /^<(.+)>$/.exec(header(mail, 'list-unsubscribe') ?? '')?.[1] ?? ''
  assert.ok(url.startsWith(`${publicUrl}/unsubscribe/`), url)
  assert.match((await stage.visit('GET', url)).text, /<button>Unsubscribe/)
  assert.equal(await stage.stateOf('bob@mail.example'), 'confirmed')
  const answer = await stage.visit('POST', url, { form: 'List-Unsubscribe=One-Click' })
  assert.equal(answer.status, 200)
  assert.ok(!('set-cookie' in answer.headers))
  assert.equal(await stage.stateOf('bob@mail.example'), 'unsubscribed')
  const count = stage.mailsTo('bob@mail.example').length
  await makePost()
  await stage.work()
  assert.equal(stage.mailsTo('bob@mail.example').length, count)
  // For the mailbox provider, a subscription that was deleted in the meantime has ended, too.
  await stage.api.database.query(sql`delete from status_page_subscriber where address = 'bob@mail.example'`)
  assert.equal((await stage.visit('POST', url)).status, 200)
  assert.equal((await stage.visit('POST', url.replace(/.$/, '!'))).status, 404)
})

test('subscribers of a component hear of it, and of posts about the whole page', async () => {
  const publicId = await publicIdOf(stage.shop)
  await stage.subscribe('cat@mail.example', { component: publicId })
  const count = () => stage.mailsTo('cat@mail.example').length
  const already = count()
  await makePost({ component_ids: [stage.till] })
  await stage.work()
  assert.equal(count(), already)
  await makePost({ component_ids: [stage.till, stage.shop] })
  await stage.work()
  assert.equal(count(), already + 1)
  assert.match(stage.mailsTo('cat@mail.example').at(-1)?.email.text ?? '', /Affected components: Shop, Till/)
  await makePost()
  await stage.work()
  assert.equal(count(), already + 2)
  const manage = linkIn(stage.mailsTo('cat@mail.example').at(-1), 'subscription')
  assert.match((await stage.visit('GET', manage)).text, new RegExp(`value="${publicId}" checked`))
  await stage.visit('POST', manage, {
    form: new URLSearchParams({ component: await publicIdOf(stage.till), language: 'pl' }).toString(),
  })
  await makePost({ component_ids: [stage.shop] })
  await stage.work()
  assert.equal(count(), already + 2)
  await makePost({ component_ids: [stage.till] })
  await stage.work()
  assert.match(stage.mailsTo('cat@mail.example').at(-1)?.email.subject ?? '', / Ustalamy przyczynę: /)
})

test('a page that is not open sends no e-mail, and cannot be subscribed to', async () => {
  const before = stage.smtp.received.length
  await stage.send('PUT', `/status_pages/${stage.page}`, {
    visibility: 'addresses',
    allowed_addresses: ['192.0.2.0/24'],
  })
  await makePost()
  await stage.work()
  assert.equal(stage.smtp.received.length, before)
  assert.equal((await stage.visit('GET', '/subscribe/acme')).status, 404)
  const back = { visibility: 'public', allowed_addresses: [], allows_subscribers: false }
  await stage.send('PUT', `/status_pages/${stage.page}`, back)
  assert.equal((await stage.visit('POST', '/subscribe/acme', { form: 'email=eve@mail.example' })).status, 404)
  assert.equal(await stage.stateOf('eve@mail.example'), undefined)
  await stage.send('PUT', `/status_pages/${stage.page}`, { allows_subscribers: true, is_published: false })
  assert.equal((await stage.visit('GET', '/subscribe/acme')).status, 404)
  await makePost()
  await stage.work()
  assert.equal(stage.smtp.received.length, before)
  await stage.send('PUT', `/status_pages/${stage.page}`, { is_published: true })
  assert.match((await stage.visit('GET', '/subscribe/acme')).text, /type="email"/)
  assert.equal((await stage.visit('GET', '/subscribe/nowhere')).status, 404)
})

test('of a page that is not open any more, links reveal nothing; unsubscribing is left', async () => {
  await stage.subscribe('gil@mail.example')
  await makePost()
  await stage.work()
  const mail = stage.mailsTo('gil@mail.example').at(-1)
  const manage = linkIn(mail, 'subscription')
  const unsubscribe = linkIn(mail, 'unsubscribe')
  await stage.visit('POST', '/subscribe/acme', { form: 'email=hue@mail.example', from: '198.51.100.77' })
  await stage.work()
  const confirm = linkIn(stage.mailsTo('hue@mail.example').at(-1), 'confirm_subscription')
  const secret = { title: 'Secret merger', visibility: 'addresses', allowed_addresses: ['192.0.2.0/24'] }
  const block = (isBlocked: boolean) => stage.api.owner.query(sql`update account set is_blocked = ${isBlocked}`)
  const put = (body: object) => stage.send('PUT', `/status_pages/${stage.page}`, body)
  const open = { visibility: 'public', allowed_addresses: [], is_published: true, allows_subscribers: true }
  const closings = [
    () => put(secret),
    () => put({ ...open, is_published: false }),
    () => put({ ...open, allows_subscribers: false }),
    () => put(open).then(() => block(true)),
  ]
  for (const close of closings) {
    await close()
    for (const [method, link, status] of [
      ['GET', manage, 200],
      ['POST', manage, 200],
      ['GET', unsubscribe, 200],
      ['GET', confirm, 404],
      ['POST', confirm, 404],
    ] as const) {
      const answer = await stage.visit(method, link)
      assert.equal(answer.status, status, `${method} ${link}`)
      assert.doesNotMatch(answer.text, /Secret merger|Acme|Shop|Till/)
    }
  }
  assert.match((await stage.visit('GET', manage)).text, /cannot subscribe .+href="\/unsubscribe\//s)
  assert.equal(await stage.stateOf('hue@mail.example'), 'pending')
  assert.match((await stage.visit('POST', unsubscribe)).text, /You are unsubscribed/)
  assert.equal(await stage.stateOf('gil@mail.example'), 'unsubscribed')
  await block(false)
  await put({ title: 'Acme status' })
  assert.match((await stage.visit('GET', unsubscribe)).text, /You are unsubscribed/)
})

test('links lead to the domain of the page while it is served there', async () => {
  await stage.subscribe('ian@mail.example')
  const link = async () => {
    await makePost()
    await stage.work()
    return /https:\/\/[^/]+\/(?:acme\/)?posts\//.exec(stage.mailsTo('ian@mail.example').at(-1)?.email.text ?? '')?.[0]
  }
  const domain = 'status.acme.example'
  const { owner } = stage.api
  await owner.query(sql`update status_page set domain = ${domain} where id = ${stage.page}`)
  await owner.query(sql`insert into status_page_domain (status_page_id, domain, target, claimed_at, next_check_at)
values (${stage.page}, ${domain}, 'status.test', now(), now())`)
  assert.equal(await link(), 'https://status.test/acme/posts/', 'it is not proved yet')
  await owner.query(sql`update status_page_domain set verified_at = now()`)
  assert.equal(await link(), 'https://status.acme.example/posts/', 'a proxy has the certificate')
  await owner.query(sql`insert into page_certificate (domain, order_at) values (${domain}, now())`)
  assert.equal(await link(), 'https://status.test/acme/posts/', 'a certificate is ordered')
  await owner.query(
    sql`update page_certificate set version = '1', issued_at = now(), expires_at = now() + interval '1 day'`,
  )
  assert.equal(await link(), 'https://status.acme.example/posts/')
  await owner.query(sql`update page_certificate set expires_at = now()`)
  assert.equal(await link(), 'https://status.test/acme/posts/')
})

test('a link to confirm expires, and a subscription that is not confirmed in time is forgotten', async () => {
  await stage.visit('POST', '/subscribe/acme', { form: 'email=dan@mail.example' })
  await stage.work()
  const link = linkIn(stage.mailsTo('dan@mail.example').at(-1), 'confirm_subscription')
  stage.api.clock = new Date(Date.now() + 49 * 3_600_000)
  assert.equal((await stage.visit('POST', link)).status, 404)
  stage.api.clock = null
  assert.equal(await stage.stateOf('dan@mail.example'), 'pending')
})

const publicIdOf = async (component: number): Promise<string> =>
  (await stage.send('GET', `/status_page_components/${component}`)).body.public_id
