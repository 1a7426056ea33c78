import type { Delivery } from './delivery.ts'
import type { Attachment, Device } from './message.ts'

/**
 * The carriers of an installation, opened once and shared by all channels. A carrier that the operator has not
 * configured is missing, and messages for it fail permanently.
 */
export interface Carriers {
  /** Requests to URLs that customers entered: through the egress guard, without redirects. */
  readonly web: WebCarrier
  /** Requests to gateways that the operator configured, which may be in a private network. */
  readonly gateway: WebCarrier
  readonly mail?: MailCarrier
  readonly sms?: SmsCarrier
  readonly voice?: VoiceCarrier
  readonly jabber?: JabberCarrier
  readonly push?: PushCarrier
  /** What the operator has set up for all customers, by channel, e.g. the number of Signal, the bot of Telegram. */
  readonly signal?: { readonly url: string; readonly number: string }
  readonly telegram?: { readonly url: string; readonly token: string }
  readonly matrix?: { readonly url: string; readonly token: string }
  readonly ntfy?: { readonly url: string; readonly token?: string }
  /** The clock for signatures; default: the system clock. */
  readonly now?: () => Date
  /** Other URLs of the APIs of PagerDuty and Opsgenie, such as the European ones, or a test server. */
  readonly pagerduty?: { readonly url: string }
  readonly opsgenie?: { readonly url: string }
}

export interface WebRequest {
  readonly url: string
  /** Default: POST. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object
}

export interface WebAnswer {
  readonly status: number
  /** The first few thousand characters. They may contain the address, so they are never shown. */
  readonly text: string
}

export interface WebCarrier {
  /** Sends one request. Throws a DeliveryError unless the status is 2xx; permanent if a retry is pointless. */
  send(request: WebRequest): Promise<WebAnswer>
}

export interface Mail {
  readonly id: string
  readonly thread: string
  readonly isFirst: boolean
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly attachments: readonly Attachment[]
  readonly language: string
  readonly date: Date
  /** The name that the sender is shown with, if not that of the installation. */
  readonly senderName?: string
  /** For a mail to subscribers. */
  readonly list?: MailList
}

/** A list that its readers can leave with one click (RFC 8058). */
export interface MailList {
  /** The first label of the List-Id, which ends with the domain of the sender: letters, digits and hyphens. */
  readonly id: string
  /** A POST to this URL, with any body and without a cookie, ends the subscription. */
  readonly unsubscribeUrl: string
}

export interface MailCarrier {
  send(mail: Mail): Promise<Delivery>
}

export interface SmsCarrier {
  send(sms: { readonly id: string; readonly number: string; readonly text: string }): Promise<Delivery>
}

export interface VoiceCarrier {
  call(call: {
    readonly id: string
    readonly number: string
    readonly text: string
    readonly language: string
  }): Promise<Delivery>
}

export interface JabberCarrier {
  send(message: {
    readonly id: string
    readonly thread: string
    readonly to: string
    readonly text: string
  }): Promise<Delivery>
}

export interface PushCarrier {
  send(push: {
    readonly id: string
    readonly topic: string
    readonly device: Device
    readonly payload: object
    /** A device that saves power may get messages of normal urgency later; default: high. */
    readonly urgency?: 'normal' | 'high'
  }): Promise<Delivery>
}
