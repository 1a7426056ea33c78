import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startSmtp } from '@wachta/testing/smtp'
import { createMailTransport } from '../src/platform/mail/transport.ts'

const from = 'Wachta <noreply@wachta.example>'
const mail = { to: 'jan@mail.example', id: 'x', subject: 's', text: 't', html: 'h' }

test('an error shows neither the recipient nor the password', async () => {
  const transportTo = (url: string) => createMailTransport({ url, from })
  const failure = async (url: string) =>
    transportTo(url)
      .send(mail)
      .then(
        () => assert.fail('it was sent'),
        (error: Error) => `${error.stack} ${JSON.stringify(error)} ${error.cause}`,
      )
  await using picky = await startSmtp({ refuseRecipients: true })
  const refused = await failure(picky.url)
  assert.match(refused, /EENVELOPE 550 in answer to RCPT/)
  assert.doesNotMatch(refused, /jan|mailbox/)
  await using guarded = await startSmtp({ credentials: { user: 'wachta', password: 'right' } })
  const denied = await failure(`smtp://wachta:wr0ng-pass@127.0.0.1:${guarded.port}?ignoreTLS=true`)
  assert.match(denied, /EAUTH 535 in answer to AUTH/)
  assert.doesNotMatch(denied, /wr0ng/)
  await transportTo(`smtp://wachta:right@127.0.0.1:${guarded.port}?ignoreTLS=true`).send(mail)
  assert.equal(guarded.received.length, 1)
  assert.deepEqual(guarded.users, ['wachta', 'wachta'])
})

test('a password is sent over an encrypted connection only', async () => {
  await using open = await startSmtp({ credentials: { user: 'wachta', password: 'right' } })
  const transport = createMailTransport({ url: `smtp://wachta:right@127.0.0.1:${open.port}`, from })
  await assert.rejects(transport.send(mail), /ETLS/)
  assert.deepEqual(open.users, [])
})

test('the server and the sender have to be given in a form that can work', () => {
  const secret = 'https://user:s3cret@mail.example'
  assert.throws(
    () => createMailTransport({ url: secret, from }),
    (error: Error) => /smtp:\/\//.test(error.message) && !error.message.includes('s3cret'),
  )
  assert.throws(() => createMailTransport({ url: 'smtp://127.0.0.1', from: 'nobody' }), /sender/)
})
