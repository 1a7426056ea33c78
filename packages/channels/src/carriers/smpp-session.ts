import { isIP } from 'node:net'
import smpp, { type Pdu, type Session } from 'smpp'
import { DeliveryError } from '../delivery.ts'
import type { CarrierConnection } from './shared-connection.ts'

/** In milliseconds. */
export interface SmppLimits {
  readonly connectTimeoutMs: number
  readonly answerTimeoutMs: number
  /** The interval of enquire_link requests, which check that the connection still works. */
  readonly enquiryIntervalMs: number
}

export interface SmsCentre {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly system_id: string
  readonly password: string
}

/** A connection to an SMS centre that accepted our sign-in. */
export interface SmppSession extends CarrierConnection {
  /** Sends a command and returns the answer, regardless of its status. The wait can be made shorter than the limit. */
  request(command: string, parameters: object, maxWaitMs?: number): Promise<Pdu>
}

export async function bindSession(centre: SmsCentre, limits: SmppLimits, onLost: () => void): Promise<SmppSession> {
  const { host, port, tls } = centre
  const session = smpp.connect({ host, port, tls, ...(tls && isIP(host) === 0 && { servername: host }) })
  const end = () => {
    onLost()
    session.destroy()
  }
  // There is one listener for each pending answer.
  session.setMaxListeners(0)
  session.on('error', end)
  session.on('close', onLost)
  answerRequests(session, end)
  const request = (command: string, parameters: object, maxWaitMs = limits.answerTimeoutMs): Promise<Pdu> =>
    readAnswer(session, Math.min(maxWaitMs, limits.answerTimeoutMs), (onAnswer) => {
      const isSent = session.send(new smpp.PDU(command, parameters), onAnswer)
      if (!isSent) end()
      return isSent
    })
  try {
    await readAnswer<void>(session, limits.connectTimeoutMs, (onConnected) => {
      session.once(tls ? 'secureConnect' : 'connect', () => onConnected())
      return true
    })
    const { command_status } = await request('bind_transceiver', {
      system_id: centre.system_id,
      password: centre.password,
      interface_version: 0x34,
    })
    if (command_status !== 0) {
      throw new DeliveryError({
        answer: `the SMS centre rejected our sign-in (${getStatusName(command_status)})`,
      })
    }
  } catch (cause) {
    end()
    throw cause
  }
  const enquiries = setInterval(() => void request('enquire_link', {}).catch(end), limits.enquiryIntervalMs)
  session.on('close', () => clearInterval(enquiries))
  enquiries.unref()
  return {
    request,
    async close() {
      await request('unbind', {}).catch(() => undefined)
      end()
    },
  }
}

/** Returns the name of a status in the specification. */
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
function readAnswer<T>(
  session: Session,
  timeoutMs: number,
  start: (onAnswer: (answer: T) => void) => boolean,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const onClose = () => reject(new DeliveryError({ answer: 'the connection to the SMS centre was lost' }))
  const timer = setTimeout(() => reject(createSilenceError()), timeoutMs)
  session.once('close', onClose)
  if (!start(resolve)) onClose()
  return promise.finally(() => {
    clearTimeout(timer)
    session.off('close', onClose)
  })
}

export const createSilenceError = (): DeliveryError =>
  new DeliveryError({ answer: 'no answer from the SMS centre in time' })
