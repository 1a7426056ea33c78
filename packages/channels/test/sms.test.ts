import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Channel, channel } from '@wachta/channels'
import { openCarriers } from '@wachta/channels/carriers'
import { createSelfSignedCertificate } from '@wachta/testing/self-signed'
import { faultsOfDelivery } from './delivery/contract.ts'
import { messageTo } from './delivery/message.ts'
import { type Centre, smppCentre, startCentre } from './delivery/smpp-centre.ts'

const sms = channel('sms')
assert.ok(sms?.deliver)
const { deliver } = sms

test('text messages over SMPP keep the contract of delivery', async () => {
  assert.deepEqual(await faultsOfDelivery(sms, smppCentre), [])
})

test('the contract sees a text that loses its second part', async () => {
  const cut: Channel = {
    ...sms,
    deliver: (message, carriers) => deliver({ ...message, text: message.text.slice(0, 160) }, carriers),
  }
  const faults = await faultsOfDelivery(cut, smppCentre, ['texts'])
  assert.match(faults.join('\n'), /"aaaaa.* does not arrive as it was/)
})

test('a short text is one message in the alphabet of telephones, to a number with its country', async () => {
  await using centre = await startCentre()
  assert.deepEqual(await send(centre, 'PROBLEM {shop}: 5 EUR = 5 €'), {
    answer: 'accepted by the SMS centre',
    units: 1,
  })
  const [part] = centre.parts
  assert.deepEqual([part?.data_coding, part?.esm_class, part?.source_addr_ton, part?.source_addr], [0, 0, 5, 'Wachta'])
  assert.deepEqual([part?.dest_addr_ton, part?.destination_addr], [1, '48600100200'])
  await send(centre, 'a', { address: '600 100 200' })
  assert.deepEqual([centre.parts[1]?.dest_addr_ton, centre.parts[1]?.destination_addr], [0, '600100200'])
})

test('a long text comes in parts that belong together, and each of them is counted', async () => {
  await using centre = await startCentre()
  assert.equal((await send(centre, `${'a'.repeat(152)}€${'b'.repeat(200)}`, { id: 'main-n770' })).units, 3)
  assert.deepEqual(
    centre.parts.map(({ esm_class, data_coding, short_message }) => [
      esm_class,
      data_coding,
      short_message?.message.length,
      [...(short_message?.udh?.[0] ?? [])],
    ]),
    [
      [0x40, 0, 152, [0, 3, 770 % 256, 3, 1]],
      [0x40, 0, 152, [0, 3, 770 % 256, 3, 2]],
      [0x40, 0, 49, [0, 3, 770 % 256, 3, 3]],
    ],
  )
})

test('one letter outside the alphabet of telephones sends the whole text in sixteen bits', async () => {
  await using centre = await startCentre()
  assert.equal((await send(centre, `Здравствуйте ${'a'.repeat(57)}`)).units, 1)
  assert.equal((await send(centre, `${'я'.repeat(66)}😀${'я'.repeat(10)}`)).units, 2)
  assert.deepEqual(
    centre.parts.map(({ data_coding, short_message }) => [data_coding, short_message?.message.length]),
    [
      [8, 70],
      [8, 66],
      [8, 12],
    ],
  )
})

test('what a centre says decides whether it is tried again', async () => {
  await using centre = await startCentre()
  const kinds = {
    temporary: ['ESME_RTHROTTLED', 'ESME_RMSGQFUL', 'ESME_RSYSERR', 'ESME_RX_T_APPN', 'ESME_RSUBMITFAIL'],
    ours: ['ESME_RINVSRCADR', 'ESME_RINVBNDSTS', 'ESME_RINVSYSID'],
    permanent: ['ESME_RINVDSTADR', 'ESME_RINVDSTTON', 'ESME_RINVMSGLEN', 'ESME_RX_P_APPN', 'ESME_RX_R_APPN'],
  }
  for (const [kind, statuses] of Object.entries(kinds)) {
    for (const status of statuses) {
      centre.refuse(status)
      await assert.rejects(send(centre, 'a'), { message: status, isPermanent: kind === 'permanent' }, status)
    }
  }
  centre.refuse('ESME_ROK')
  assert.equal((await send(centre, 'a')).units, 1)
  assert.equal(centre.binds(), 1)
})

test('a centre that does not let us in is the fault of the operator, who will mend it', async () => {
  await using centre = await startCentre()
  const url = centre.url.replace(/:[^:@]+@/, ':WRONG-SECRET@')
  await using carriers = await openCarriers({ sms: { url, sender: 'Wachta' } })
  await assert.rejects(async () => deliver(messageTo(centre.to, sms), carriers), {
    message: 'the SMS centre rejected our sign-in (ESME_RINVPASWD)',
    isPermanent: false,
  })
})

test('over TLS, a centre is trusted by its certificate or not at all', async () => {
  const certificate = createSelfSignedCertificate()
  await using centre = await startCentre({ certificate })
  await assert.rejects(send(centre, 'a'), { isPermanent: false, message: /was lost$/ })
  assert.equal(centre.binds(), 0)
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  try {
    assert.equal((await send(centre, 'a')).units, 1)
  } finally {
    setDefaultCACertificates(trusted)
  }
})

test('many messages share one connection, which is opened anew when it was cut', async () => {
  await using centre = await startCentre()
  await Promise.all(Array.from({ length: 30 }, (_, index) => send(centre, `message ${index}`)))
  assert.deepEqual([centre.parts.length, centre.binds()], [30, 1])
  centre.cut()
  // A message that is sent before the loss is noticed must be retried.
  await send(centre, 'again').catch(() => send(centre, 'again'))
  assert.deepEqual([centre.parts.length, centre.binds()], [31, 2])
})

test('a connection that is silent is asked whether it lives, and left when it does not', async () => {
  await using centre = await startCentre({ enquiry: 150 })
  await send(centre, 'a')
  await until(() => centre.enquiries() >= 2)
  assert.equal(centre.binds(), 1)
  centre.behave({ does: 'hang' })
  await wait(2_600)
  centre.behave({ does: 'ok' })
  await send(centre, 'b')
  assert.equal(centre.binds(), 2)
})

test('a text whose parts a slow centre does not accept in time is given up, and no further part leaves', async () => {
  await using centre = await startCentre({ answerDelay: 300, total: 450 })
  const started = performance.now()
  await assert.rejects(send(centre, 'a'.repeat(400)), {
    message: 'no answer from the SMS centre in time',
    isPermanent: false,
  })
  assert.ok(performance.now() - started < 600, 'two parts of three')
  await wait(700)
  assert.equal(centre.parts.length, 2)
})

test('settings that cannot work are refused at the start, without telling the password', async () => {
  const faults = {
    'smpp://127.0.0.1': /smpp:\/\/user:password@host/,
    'ftp://user:S3CRET@127.0.0.1': /https:\/\//,
    'no url': /https:\/\//,
  }
  for (const [url, message] of Object.entries(faults)) {
    await assert.rejects(openCarriers({ sms: { url, sender: 'Wachta' } }), (error: Error) => {
      return message.test(error.message) && !error.message.includes('S3CRET')
    })
  }
  await assert.rejects(openCarriers({ sms: { url: 'smpp://a:b@127.0.0.1', sender: 'a name too long' } }), /sender/)
})

async function send(centre: Centre, text: string, changed: { address?: string; id?: string } = {}) {
  return await deliver(messageTo(centre.to, { hasSubject: false }, { text, ...changed }), centre.carriers)
}

async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isSo(); tries += 1) await wait(20)
  assert.ok(isSo(), 'it did not come about')
}
