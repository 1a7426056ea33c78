import { parentPort } from 'node:worker_threads'
import { RE2JS } from 're2js'
import { match, type Question } from './matching.ts'

/** Answers one question after another; whoever asks ends the thread when it takes too long. */
parentPort?.on('message', ({ pattern, text, question }: { pattern: string; text: string; question: Question }) => {
  parentPort?.postMessage(match(RE2JS.compile(pattern), text, question))
})

// The clock of whoever asks starts now: to load all this is not the fault of a pattern.
parentPort?.postMessage('ready')
