import { createHash } from 'node:crypto'
import { type DigestLine, type DigestState, renderDigest } from '@wachta/channels'
import { groupIntoDigests } from '@wachta/domain'
import type { PendingMessage } from './pending.ts'
import type { RenderedMessage } from './rendered-message.ts'

/** Combines messages to one address where the rule for digests allows it. */
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
  return groupIntoDigests(candidates).flatMap((batch) => combine(batch.map(({ rendered }) => rendered)))
}

function combine(batch: readonly RenderedMessage[]): RenderedMessage[] {
  const [first] = batch
  const digest = first?.channel.digest
  if (first === undefined || digest === undefined || batch.length === 1) return [...batch]
  const { message, channel } = first
  const { lines, ...texts } = renderDigest({ ...channel, digest }, batch.map(toLine), message.language)
  const id = toDigestId(batch)
  const hasStart = batch.some(({ pending }) => pending.kind === 'start')
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
      recordedTexts: texts,
      artifact_type_ids: [],
      secrets: batch.flatMap(({ secrets }) => secrets),
      lines: batch.map((one, index) => ({ ...one, recordedTexts: { ...texts, text: lines[index] ?? '' } })),
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

/** The id of a digest: the same whenever the same notifications are sent together. */
function toDigestId([first, ...others]: readonly RenderedMessage[]): string {
  const othersHash = createHash('sha256').update(others.map(({ message }) => message.id).join(' '))
  return `${first?.message.id}-d${othersHash.digest('hex').slice(0, 12)}`
}
