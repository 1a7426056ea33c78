import type { Language } from '@wachta/domain'
import type { Channel } from './channel.ts'
import { type DigestFormat, type DigestState, digestStates } from './digest-format.ts'
import { digestTexts, summarize } from './digest-texts.ts'
import { omitEmptyLines } from './omit-empty-lines.ts'
import type { MessageTexts } from './render-message.ts'
import { renderTemplate } from './template.ts'

/** A notification as part of a digest. */
export interface DigestLine {
  /** The id of the notification, the same in every attempt. */
  readonly id: string
  readonly state: DigestState
  /** The template variables as plain text. */
  readonly values: Readonly<Record<string, string>>
}

export interface RenderedDigest extends MessageTexts {
  /** The texts of the notifications, in the order given. */
  readonly lines: readonly string[]
}

/** Longer names are truncated, because links must not be. */
const maxNameLength = 80
const truncatedVariables = ['status', 'service_name', 'error_type']

type DigestChannel = Pick<Channel, 'escape' | 'hasSubject' | 'maxText'> & { readonly digest: DigestFormat }

/** Renders a digest. What is down comes first. */
export function renderDigest(
  { digest, ...channel }: DigestChannel,
  lines: readonly DigestLine[],
  language: Language,
): RenderedDigest {
  const rendered = lines.map(({ id, state, values }) => {
    const shown = { ...shortenNames(values), line_id: id }
    return renderTemplate(omitEmptyLines(digest.templates[state][language], shown), shown, channel)
  })
  const listState = (state: DigestState) => rendered.filter((_, index) => lines[index]?.state === state)
  const summary = summarize(
    digestStates.map((state) => [state, listState(state).length]),
    language,
  )
  const zone = renderTemplate(digestTexts[language].zone, lines[0]?.values ?? {}, channel)
  return {
    subject: channel.hasSubject ? summary : '',
    text: digest.frame({ summary, lines: digestStates.flatMap(listState), zone }),
    lines: rendered,
  }
}

function shortenNames(values: DigestLine['values']): Record<string, string> {
  return { ...values, ...Object.fromEntries(truncatedVariables.map((name) => [name, shorten(values[name] ?? '')])) }
}

function shorten(name: string): string {
  const characters = [...name]
  return characters.length <= maxNameLength ? name : `${characters.slice(0, maxNameLength - 3).join('')}...`
}
