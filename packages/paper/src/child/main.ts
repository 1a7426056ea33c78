import { readFileSync, writeSync } from 'node:fs'
import { type ChildResult, handleRequest } from './compile.ts'
import type { ChildRequest } from './protocol.ts'

// One report per process, because Typst blocks its thread and V8 does not limit its memory. The parent kills the
// process when it takes too long or too much memory.
const answerDescriptor = 3

function run(): ChildResult {
  try {
    return handleRequest(JSON.parse(readFileSync(0, 'utf8')) as ChildRequest)
  } catch (error) {
    return { answer: { ok: false, reason: error instanceof Error ? error.message : String(error) } }
  }
}

function write(bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(answerDescriptor, bytes, written)
}

const { answer: head, content } = run()
write(Buffer.from(`${JSON.stringify(head)}\n`))
if (content !== undefined) write(content)
