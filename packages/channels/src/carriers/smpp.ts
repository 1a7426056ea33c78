import smpp from 'smpp'
import type { SmsCarrier } from '../carrier.ts'
import { DeliveryError } from '../delivery.ts'
import { type Segments, splitIntoSegments } from '../gsm7.ts'
import { normalizePhoneNumber } from '../telephone-number.ts'
import { shareConnection } from './shared-connection.ts'
import {
  bindSession,
  createSilenceError,
  getStatusName,
  type SmppLimits,
  type SmppSession,
  type SmsCentre,
} from './smpp-session.ts'

/** In milliseconds. The total counts from the call: after it, no part is sent and no answer is waited for. */
export interface SmsLimits extends SmppLimits {
  readonly totalTimeoutMs: number
}

/** Shorter than the limit of the notifier: parts that leave after the notifier gave up would always be duplicated. */
const defaultLimits: SmsLimits = {
  connectTimeoutMs: 10_000,
  answerTimeoutMs: 20_000,
  totalTimeoutMs: 25_000,
  enquiryIntervalMs: 30_000,
}

interface SmppSettings {
  readonly url: string
  readonly sender: string
  readonly limits?: Partial<SmsLimits>
}

/** Sends text messages over SMPP 3.4, all over one connection. */
export function openSmpp({ url, sender, limits: givenLimits }: SmppSettings): SmsCarrier & AsyncDisposable {
  const centre = readCentre(url)
  const limits = { ...defaultLimits, ...givenLimits }
  const connection = shareConnection((onLost) => bindSession(centre, limits, onLost))
  return {
    async send({ id, number, text }) {
      const deadline = performance.now() + limits.totalTimeoutMs
      const segments = splitIntoSegments(text.toWellFormed())
      const session = await connection.current()
      for (const part of splitParts(segments, id)) {
        const addresses = { ...toSourceFields(sender), ...toDestinationFields(normalizePhoneNumber(number)) }
        await submit(session, { ...addresses, ...part }, deadline)
      }
      return { answer: 'accepted by the SMS centre', units: segments.parts.length }
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

async function submit(session: SmppSession, message: object, deadline: number): Promise<void> {
  const remainingMs = deadline - performance.now()
  if (remainingMs <= 0) throw createSilenceError()
  const { command_status: status } = await session.request('submit_sm', message, remainingMs)
  if (status === 0) return
  const name = getStatusName(status)
  throw new DeliveryError({ answer: name, isPermanent: permanentErrors.has(name) })
}

/** Permanent errors, which concern the number or the message. The others concern the SMS centre or our account. */
const permanentErrors: ReadonlySet<string> = new Set([
  'ESME_RINVMSGLEN',
  'ESME_RINVDSTADR',
  'ESME_RINVDSTTON',
  'ESME_RINVDSTNPI',
  'ESME_RINVDSTADDRSUBUNIT',
  'ESME_RINVDESTFLAG',
  'ESME_RINVDCS',
  'ESME_RX_P_APPN',
  'ESME_RX_R_APPN',
  'ESME_RDELIVERYFAILURE',
  'ESME_RPROHIBITED',
])

const codings = {
  gsm7: { data_coding: 0x00, encoding: smpp.encodings.ASCII },
  ucs2: { data_coding: 0x08, encoding: smpp.encodings.UCS2 },
} as const

function splitParts({ alphabet, parts }: Segments, id: string): object[] {
  const { data_coding, encoding } = codings[alphabet]
  const reference = toReference(id)
  return parts.map((part, index) => {
    const message = encoding.encode(part)
    // User data header of GSM 03.40: element 0 with the reference, the number of parts and the index of this part.
    const udh = Buffer.from([0x05, 0x00, 0x03, reference, parts.length, index + 1])
    return { data_coding, short_message: parts.length === 1 ? { message } : { udh, message } }
  })
}

/**
 * Phones join the parts of a message by this reference. It is derived from the message id, so that a retry completes
 * the first attempt; from its last digits, so that consecutive messages differ.
 */
function toReference(id: string): number {
  return Number(/\d{1,8}$/.exec(id)?.[0] ?? 0) % 256
}

/**
 * The type of the sender is 5 for a name, 1 for an international number, and 0 for an unknown number. Numbering plan 1
 * is that of telephones.
 */
function toSourceFields(sender: string): object {
  const isNumber = /^\+?[0-9]+$/.test(sender)
  const ton = sender.startsWith('+') ? 1 : 0
  return isNumber
    ? { source_addr_ton: ton, source_addr_npi: 1, source_addr: sender.replace('+', '') }
    : { source_addr_ton: 5, source_addr_npi: 0, source_addr: sender }
}

function toDestinationFields(number: string): object {
  return {
    dest_addr_ton: number.startsWith('+') ? 1 : 0,
    dest_addr_npi: 1,
    destination_addr: number.replace('+', ''),
  }
}

function readCentre(url: string): SmsCentre {
  const parsed = URL.parse(url)
  if (parsed === null || parsed.hostname === '' || parsed.username === '')
    throw new Error('The URL of the SMS centre must be smpp://user:password@host:port.')
  const tls = parsed.protocol === 'smpps:'
  return {
    host: parsed.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(parsed.port) || (tls ? 3550 : 2775),
    tls,
    system_id: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
  }
}
