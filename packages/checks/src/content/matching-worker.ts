import { parentPort } from 'node:worker_threads'
import { RE2JS } from 're2js'
import { type MatchQuery, match } from './matching.ts'

interface Asked {
  readonly pattern: string
  readonly text: string
  readonly question: MatchQuery
}

/** What comes of a question; a pattern that cannot be compiled is an answer too, not the end of the thread. */
export type MatchResult = { readonly value: boolean | string | null } | { readonly unreadable: string }

/** Answers one question after another; whoever asks ends the thread when it takes too long. */
parentPort?.on('message', (asked: Asked) => parentPort?.postMessage(answerTo(asked)))

function answerTo({ pattern, text, question }: Asked): MatchResult {
  let expression: RE2JS
  try {
    expression = RE2JS.compile(pattern)
  } catch (cause) {
    return { unreadable: cause instanceof Error ? cause.message : String(cause) }
  }
  return { value: match(expression, text, question) }
}

// The clock of whoever asks starts now: to load all this is not the fault of a pattern.
parentPort?.postMessage('ready')
