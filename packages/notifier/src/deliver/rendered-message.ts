import {
  type Channel,
  foldToGsm7,
  htmlLayout,
  type Message,
  type MessageTemplate,
  type MessageTexts,
  renderMessage,
} from '@wachta/channels'
import { type Language, languages } from '@wachta/domain'
import type { Vault } from '@wachta/runtime/vault'
import type { PendingMessage, TemplateRow } from './pending.ts'
import { texts } from './texts.ts'
import { buildValues, type Links } from './values.ts'

/** A message in the form that is handed over, and in the form that is recorded. */
export interface RenderedMessage {
  readonly pending: PendingMessage
  readonly channel: Channel
  readonly message: Message
  readonly recordedTexts: MessageTexts
  /** The evidence that the template requests. */
  readonly artifact_type_ids: readonly string[]
  /** Secrets that only the provider may see. */
  readonly secrets: readonly string[]
  /** For a digest: the notifications that it carries. */
  readonly lines?: readonly RenderedMessage[]
}

/** The notifications that a message carries. */
export const getNotifications = (rendered: RenderedMessage): readonly RenderedMessage[] => rendered.lines ?? [rendered]

export interface RenderContext extends Links {
  readonly vault: Pick<Vault, 'open'>
  readonly cell: string
}

/** Renders a message in the language of its recipient. Throws a VaultError if a secret in it cannot be decrypted. */
export function renderPending(pending: PendingMessage, channel: Channel, context: RenderContext): RenderedMessage {
  const language = languages.find((one) => one === pending.language_id) ?? 'en'
  const code = pending.kind === 'code' ? openCode(pending, context.vault) : undefined
  const values = buildValues(pending, language, context)
  // A broken key must not affect channels that do not sign.
  const signingKeys = channel.isSigned ? openKeys(pending, context.vault) : []
  const device = openDevice(pending, context.vault)
  const template = buildTemplate(pending, channel, language)
  const render = (shownValues: Record<string, string>) => renderMessage(channel, template, shownValues)
  const rendered = render(code === undefined ? values : { ...values, code: spellOut(code, channel) })
  return {
    pending,
    channel,
    message: {
      id: toMessageId(pending, context.cell),
      thread: toThread(pending, context.cell),
      kind: pending.kind,
      repeat_number: pending.repeat_number,
      address: pending.address,
      ...rendered,
      language,
      time: pending.created_at,
      values,
      attachments: [],
      signingKeys,
      ...(device && { device }),
    },
    recordedTexts: code === undefined ? rendered : render({ ...values, code: codeMask }),
    artifact_type_ids:
      channel.hasAttachments && pending.kind === 'start'
        ? getTemplate(pending, channel, language).artifact_type_ids
        : [],
    secrets: [...signingKeys, ...(device ? Object.values(device) : []), ...(code === undefined ? [] : [code])],
  }
}

/**
 * The id of a message: the same in every attempt. It contains the time of creation, because row ids are reused after a
 * restore or a failover, and receivers may have seen the earlier message with that id.
 */
export const toMessageId = ({ id, created_at }: Pick<PendingMessage, 'id' | 'created_at'>, cell: string): string =>
  `${cell}-${created_at.getTime().toString(36)}-n${id}`

/** The thread of a message: the same in all messages about one alert. */
function toThread(pending: PendingMessage, cell: string): string {
  const { alert, occurrence_id } = pending
  if (occurrence_id === null) return toMessageId(pending, cell)
  const key = alert?.thread_key ?? `o${occurrence_id}`
  // The key of an alert that came from another cell names that cell: receivers know its thread already.
  return key.startsWith(':') ? key.slice(1) : `${cell}-${key}`
}

/** Replaces a verification code in the recorded texts. */
const codeMask = '******'

/** The texts of a message before values are inserted. */
function buildTemplate(pending: PendingMessage, channel: Channel, language: Language): MessageTemplate {
  const { kind, alert } = pending
  if (kind === 'test' || kind === 'code') return formatForChannel(texts[language][kind], channel, kind)
  const template = getTemplate(pending, channel, language)
  const [subject, text, defaultText] =
    kind === 'start'
      ? [template.start_subject, template.start_template, channel.templates[language].start_template]
      : [template.end_subject, template.end_template, channel.templates[language].end_template]
  const note = alert?.is_flapping ? getFlappingNote(pending, subject, language) : undefined
  return { subject, text, note, isDefaultText: text === defaultText }
}

/** A subject that contains the status says already that the service is flapping. */
function getFlappingNote({ kind }: PendingMessage, subject: string, language: Language): MessageTexts {
  const { flapping, flappingEnd } = texts[language]
  if (kind === 'end') return { subject: '', text: flappingEnd }
  return /\{\{\s*status\s*\}\}/.test(subject) ? { ...flapping, subject: '' } : flapping
}

/** Formats a short text for the channel. */
function formatForChannel({ subject, text }: MessageTexts, { escape: escaping }: Channel, event: string): MessageTexts {
  if (escaping === 'html') return { subject, text: htmlLayout.paragraphs([text]) }
  if (escaping === 'json') return { subject, text: JSON.stringify({ event, message: text }) }
  // Without accents, because they would turn one SMS into two.
  return { subject, text: escaping === 'gsm7' ? Array.from(text, foldToGsm7).join('') : text }
}

/** Falls back to the default template if the custom one has no text. */
function getTemplate({ template, kind }: PendingMessage, channel: Channel, language: Language): TemplateRow {
  const defaultTemplate = channel.templates[language]
  if (!template) return defaultTemplate
  const text = kind === 'end' ? template.end_template : template.start_template
  return text.trim() === '' ? { ...defaultTemplate, artifact_type_ids: template.artifact_type_ids } : template
}

/** Digits are read aloud one by one. */
const spellOut = (code: string, channel: Channel): string => (channel.id === 'telephone' ? [...code].join(', ') : code)

const openCode = ({ content, channel_id, address }: PendingMessage, vault: RenderContext['vault']): string =>
  vault.open(content, ['verification_code', channel_id, address])

const openKeys = ({ sealed_keys, account_id }: PendingMessage, vault: RenderContext['vault']): string[] =>
  sealed_keys.map((key) => vault.open(key, ['signing_key', String(account_id)]))

function openDevice({ device, address }: PendingMessage, vault: RenderContext['vault']): Message['device'] {
  if (!device) return undefined
  const open = (field: keyof typeof device) => vault.open(device[field], ['mobile_device', address, field])
  return { endpoint: open('endpoint'), p256dh: open('p256dh'), auth: open('auth') }
}
