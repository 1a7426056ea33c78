import { openCarriers } from '@wachta/channels/carriers'
import { startListening } from '@wachta/testing/listening'
import smpp, { type Pdu, type Session } from 'smpp'
import type { Behaviour, Provider, ProviderFixture, ReceivedMessage } from './contract.ts'
import { isTemporaryRejection } from './refusal.ts'

const password = 'CANARYPW'

/** An SMS centre that speaks SMPP, and telephones that join the parts of a message. */
export const smppCentre: ProviderFixture = {
  channel: 'sms',
  carries: [],
  asksToWait: false,
  // Lone surrogates are replaced, because they are not valid UTF-16.
  toArrivingText: (text) => text.toWellFormed(),
  start: () => startCentre(),
}

export interface Centre extends Provider {
  readonly url: string
  /** All received parts, unchanged. */
  readonly parts: readonly Pdu[]
  /** The number of sign-ins. */
  readonly binds: () => number
  readonly enquiries: () => number
  /** Rejects parts with this status from now on. */
  refuse(status: string): void
  /** Closes all connections. */
  cut(): void
}

interface CentreOptions {
  /** With a certificate, it uses TLS. */
  readonly certificate?: { readonly key: string; readonly cert: string }
  /** The interval of keepalive enquiries, in milliseconds. */
  readonly enquiry?: number
  /** How long it takes to answer a part, and how long the carrier may take for a message, in milliseconds. */
  readonly answerDelay?: number
  readonly total?: number
}

export async function startCentre({
  certificate,
  enquiry = 60_000,
  answerDelay = 0,
  total = 25_000,
}: CentreOptions = {}): Promise<Centre> {
  const arrived: ReceivedMessage[] = []
  const parts: Pdu[] = []
  const sessions = new Set<Session>()
  const counts = { binds: 0, enquiries: 0 }
  let behaviour: Behaviour = { does: 'ok' }
  let refused = 'ESME_ROK'

  const answer = (session: Session, pdu: Pdu): void => {
    if (behaviour.does === 'hang') return
    if (behaviour.does === 'reset') {
      session.destroy()
      return
    }
    const status = behaviour.does === 'status' ? statusOf(behaviour.status) : refused
    if (status === 'ESME_ROK') {
      parts.push(pdu)
      const whole = joined(parts)
      if (whole !== undefined) arrived.push({ text: whole })
    }
    const response = pdu.response({ command_status: smpp.errors[status], message_id: pdu.destination_addr })
    if (answerDelay === 0) session.send(response)
    else setTimeout(() => session.send(response), answerDelay)
  }
  const server = smpp.createServer(certificate ?? {}, (session) => {
    sessions.add(session)
    session.on('error', () => session.destroy())
    session.on('close', () => sessions.delete(session))
    session.on('bind_transceiver', (pdu) => {
      counts.binds += 1
      const isKnown = pdu.system_id === 'wachta' && pdu.password === password
      session.send(pdu.response({ command_status: smpp.errors[isKnown ? 'ESME_ROK' : 'ESME_RINVPASWD'] }))
    })
    session.on('enquire_link', (pdu) => {
      counts.enquiries += 1
      if (behaviour.does !== 'hang') session.send(pdu.response())
    })
    session.on('unbind', (pdu) => void session.send(pdu.response()))
    session.on('submit_sm', (pdu) => answer(session, pdu))
  })
  const { port, close } = await startListening(server)
  const scheme = certificate === undefined ? 'smpp' : 'smpps'
  const url = `${scheme}://wachta:${password}@127.0.0.1:${port}`
  const carriers = await openCarriers({
    sms: {
      url,
      sender: 'Wachta',
      limits: { answerTimeoutMs: 2_000, totalTimeoutMs: total, enquiryIntervalMs: enquiry },
    },
  })
  return {
    url,
    carriers,
    to: { address: '+48 600 100 200' },
    secrets: [password, '48600100200'],
    arrived,
    parts,
    binds: () => counts.binds,
    enquiries: () => counts.enquiries,
    refuse: (status) => {
      refused = status
    },
    cut: () => {
      for (const session of sessions) session.destroy()
    },
    behave: (next) => {
      behaviour = next
    },
    [Symbol.asyncDispose]: async () => {
      await carriers[Symbol.asyncDispose]()
      await close()
    },
  }
}

const statusOf = (status: number) => (isTemporaryRejection(status) ? 'ESME_RTHROTTLED' : 'ESME_RINVDSTADR')

/** The whole text, as soon as its last part has arrived. */
function joined(parts: readonly Pdu[]): string | undefined {
  const { message = '', udh } = parts.at(-1)?.short_message ?? {}
  const [header] = udh ?? []
  if (header === undefined) return message
  const [, , reference, count = 0, index] = header
  if (index !== count) return undefined
  const others = parts.slice(-count)
  if (others.some(({ short_message }) => short_message?.udh?.[0]?.[2] !== reference)) return undefined
  return others.map(({ short_message }) => short_message?.message ?? '').join('')
}
