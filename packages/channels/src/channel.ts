import type { Language, Localized } from '@wachta/domain'
import type { Carriers } from './carrier.ts'
import type { Delivery } from './delivery.ts'
import type { DigestFormat } from './digest-format.ts'
import type { EscapeFormat } from './escape.ts'
import type { Message } from './message.ts'

/** A way to deliver notifications. */
export interface Channel {
  readonly id: string
  readonly name: Localized
  readonly description: Localized
  /** Whether packages offer it by default. */
  readonly isStandard: boolean
  /** Kept so that old records can be read; takes no new addresses and sends nothing. */
  readonly isDiscontinued: boolean
  readonly address: AddressFormat
  /** Whether messages have a subject: one line of plain text, regardless of `escape`. */
  readonly hasSubject: boolean
  readonly hasAttachments: boolean
  /** Whether the default texts keep lines without values, because a program reads them. */
  readonly hasFixedLines: boolean
  /** The maximum number of characters in a message. */
  readonly maxText: number
  /** Whether addresses are phone numbers, which count against the limit of the package. */
  readonly isPhoneNumber: boolean
  /** Whether the address is an e-mail address, which its owner must confirm before anything else is sent to it. */
  readonly isEmailAddress: boolean
  /** Whether requests are signed with the signing keys of the account. */
  readonly isSigned: boolean
  /** How values are escaped in messages of this channel. */
  readonly escape: EscapeFormat
  readonly templates: Readonly<Record<Language, ChannelTemplate>>
  /** How several notifications that wait for one address share a message; absent if each needs its own. */
  readonly digest?: DigestFormat
  /** Hands a message to the provider once. Throws a DeliveryError if the provider did not accept it. */
  readonly deliver: (message: Message, carriers: Carriers) => Promise<Delivery>
}

/** The format of the addresses of a channel. */
export interface AddressFormat {
  readonly format: Localized
  readonly maxLength: number
  readonly findProblem: (address: string) => 'wrong_format' | undefined
  readonly examples: { readonly good: readonly string[]; readonly bad: readonly string[] }
}

export interface ChannelTemplate {
  readonly start_subject: string
  readonly start_template: string
  readonly end_subject: string
  readonly end_template: string
  readonly artifact_type_ids: readonly string[]
}

/** The properties of most channels; a channel defines only what differs. */
const defaults = {
  isStandard: true,
  isDiscontinued: false,
  hasSubject: false,
  hasAttachments: false,
  hasFixedLines: false,
  isPhoneNumber: false,
  isEmailAddress: false,
  isSigned: false,
  escape: 'plain',
} as const satisfies Partial<Channel>

export function defineChannel(
  id: string,
  channel: Omit<Channel, 'id' | keyof typeof defaults> & Partial<Pick<Channel, keyof typeof defaults>>,
): Channel {
  return Object.freeze({ id, ...defaults, ...channel })
}

interface TemplateParts {
  readonly start: Localized
  readonly end: Localized
  readonly startSubject?: Localized
  readonly endSubject?: Localized
  readonly artifacts?: readonly string[]
}

/** The default templates in the shape of the API. */
export function buildDefaultTemplates(parts: TemplateParts): Readonly<Record<Language, ChannelTemplate>> {
  const buildTemplate = (language: Language): ChannelTemplate => ({
    start_subject: parts.startSubject?.[language] ?? '',
    start_template: parts.start[language],
    end_subject: parts.endSubject?.[language] ?? '',
    end_template: parts.end[language],
    artifact_type_ids: parts.artifacts ?? [],
  })
  return { pl: buildTemplate('pl'), en: buildTemplate('en') }
}
