import type { Delivery } from './delivery.ts'
import type { Attachment, Device } from './message.ts'

/**
 * What an installation sends with. Channels say what to send; how it leaves the house is here, opened once and shared.
 * What the operator has not configured is missing, and messages for it fail for good with a word about that.
 */
export interface Carriers {
  /** Requests to addresses that customers wrote: behind the guard, without redirects. */
  readonly web: WebCarrier
  /** Requests to gateways that the operator configured, which may stand in a private network. */
  readonly gateway: WebCarrier
  readonly mail?: MailCarrier
  readonly sms?: SmsCarrier
  readonly voice?: VoiceCarrier
  readonly jabber?: JabberCarrier
  readonly push?: PushCarrier
  /** Settings of products that people share in this installation, by channel. */
  readonly signal?: { readonly url: string; readonly number: string }
  readonly telegram?: { readonly url: string; readonly token: string }
  readonly matrix?: { readonly url: string; readonly token: string }
  readonly ntfy?: { readonly url: string; readonly token?: string }
  /** The time that requests are signed with; that of the machine unless told otherwise. */
  readonly now?: () => Date
  /** Other addresses of the interfaces of PagerDuty and Opsgenie than the usual ones: their European ones, or a test. */
  readonly pagerduty?: { readonly url: string }
  readonly opsgenie?: { readonly url: string }
}

export interface WebRequest {
  readonly url: string
  /** POST unless told otherwise. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: string | Uint8Array | object
}

export interface WebAnswer {
  readonly status: number
  /** The first few thousand characters; what a provider says may name the address, so it is never shown as it is. */
  readonly text: string
}

export interface WebCarrier {
  /** Sends one request. Whatever is not 2xx is a DeliveryError, permanent where trying again is of no use. */
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
  }): Promise<Delivery>
}
