import { isIP } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'
import { DeliveryError } from '../delivery.ts'
import type { CarrierConnection } from './shared-connection.ts'

/** In milliseconds. */
export interface SmppLimits {
  readonly connect: number
  readonly answer: number
  /** The interval of enquire_link requests, which check that the connection still works. */
  readonly enquiry: number
}

export interface Centre {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly system_id: string
  readonly password: string
}

/** A connection to a centre of text messages that has let us in. */
export interface SmppSession extends CarrierConnection {
  /** Sends a command and returns the answer, regardless of its status. */
  ask(command: string, parameters: object): Promise<Pdu>
}

export async function bindSession(centre: Centre, limits: SmppLimits, lost: () => void): Promise<SmppSession> {
  const { host, port, tls } = centre
  const session = smpp.connect({ host, port, tls, ...(tls && isIP(host) === 0 && { servername: host }) })
  const end = () => {
    lost()
    session.destroy()
  }
  // As many as wait for an answer.
  session.setMaxListeners(0)
  session.on('error', end)
  session.on('close', lost)
  answerRequests(session, end)
  const ask = (command: string, parameters: object): Promise<Pdu> =>
    readAnswer(session, limits.answer, (answered) => {
      const isSent = session.send(new smpp.PDU(command, parameters), answered)
      if (!isSent) end()
      return isSent
    })
  try {
    await readAnswer<void>(session, limits.connect, (connected) => {
      session.once(tls ? 'secureConnect' : 'connect', () => connected())
      return true
    })
    const { command_status } = await ask('bind_transceiver', {
      system_id: centre.system_id,
      password: centre.password,
      interface_version: 0x34,
    })
    if (command_status !== 0) {
      throw new DeliveryError({
        answer: `the centre of text messages did not let us in (${getStatusName(command_status)})`,
      })
    }
  } catch (cause) {
    end()
    throw cause
  }
  const enquiries = setInterval(() => void ask('enquire_link', {}).catch(end), limits.enquiry)
  session.on('close', () => clearInterval(enquiries))
  enquiries.unref()
  return {
    ask,
    async close() {
      await ask('unbind', {}).catch(() => undefined)
      end()
    },
  }
}

/** The name that the specification has for a status. */
export function getStatusName(status: number): string {
  return statusNames.get(status) ?? `0x${status.toString(16)}`
}

const statusNames = new Map(Object.entries(smpp.errors).map(([name, status]) => [status, name]))

/** Answers requests of the SMS centre while the connection is open. Delivery reports are not requested. */
function answerRequests(session: Session, end: () => void): void {
  for (const command of ['enquire_link', 'deliver_sm', 'data_sm']) {
    session.on(command, (pdu: Pdu) => void session.send(pdu.response()))
  }
  session.on('unbind', (pdu: Pdu) => {
    session.send(pdu.response())
    end()
  })
}

/** Waits for an answer. The library neither reports a cut connection to pending requests nor limits the time. */
function readAnswer<T>(session: Session, limit: number, ask: (answered: (answer: T) => void) => boolean): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const cut = () => reject(new DeliveryError({ answer: 'the connection to the centre of text messages was cut' }))
  const late = setTimeout(
    () => reject(new DeliveryError({ answer: 'no answer from the centre of text messages in time' })),
    limit,
  )
  session.once('close', cut)
  if (!ask(resolve)) cut()
  return promise.finally(() => {
    clearTimeout(late)
    session.off('close', cut)
  })
}
