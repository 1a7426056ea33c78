import { createHash } from 'node:crypto'
import { type DigestLine, type DigestState, renderDigest } from '@wachta/channels'
import { groupIntoDigests } from '@wachta/domain'
import type { PendingMessage } from './pending.ts'
import type { RenderedMessage } from './rendered-message.ts'

/** Puts messages to one address together where the rule for digests allows it. */
export function combineMessages(renderedMessages: readonly RenderedMessage[]): RenderedMessage[] {
  const candidates = renderedMessages.map((rendered) => {
    const { pending, channel, message } = rendered
    const { account_id, channel_id, kind, failures, was_rejected, has_own_template } = pending
    return {
      ...{ rendered, account_id, channel_id, kind, failures, address: message.address, language: message.language },
      wasRejected: was_rejected,
      hasOwnTemplate: has_own_template,
      maxLines: channel.digest?.maxLines ?? 1,
    }
  })
  return groupIntoDigests(candidates).flatMap((together) => combine(together.map(({ rendered }) => rendered)))
}

function combine(together: readonly RenderedMessage[]): RenderedMessage[] {
  const [first] = together
  const digest = first?.channel.digest
  if (first === undefined || digest === undefined || together.length === 1) return [...together]
  const { message, channel } = first
  const { lines, ...texts } = renderDigest({ ...channel, digest }, together.map(toLine), message.language)
  const id = toDigestId(together)
  const hasStart = together.some(({ pending }) => pending.kind === 'start')
  return [
    {
      ...first,
      message: {
        ...message,
        ...texts,
        id,
        thread: id,
        kind: hasStart ? 'start' : 'end',
        repeat_number: 0,
        isDigest: true,
      },
      record: texts,
      artifact_type_ids: [],
      secrets: together.flatMap(({ secrets }) => secrets),
      lines: together.map((one, index) => ({ ...one, record: { ...texts, text: lines[index] ?? '' } })),
    },
  ]
}

const toLine = ({ message, pending }: RenderedMessage): DigestLine => ({
  id: message.id,
  state: getState(pending),
  values: message.values,
})

function getState({ kind, event }: PendingMessage): DigestState {
  const isFailure = (event?.kind ?? 'failure') === 'failure'
  if (kind === 'end') return isFailure ? 'recovered' : 'resolved'
  return isFailure ? 'down' : 'warning'
}

/** The same whenever the same notifications are sent together. */
function toDigestId([first, ...others]: readonly RenderedMessage[]): string {
  const rest = createHash('sha256').update(others.map(({ message }) => message.id).join(' '))
  return `${first?.message.id}-d${rest.digest('hex').slice(0, 12)}`
}
