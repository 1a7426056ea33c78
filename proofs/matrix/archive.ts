import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { fromBufferPromise } from 'yauzl'
import type { Reply } from './sandbox.ts'

/** Returns all texts in an answer, including the contents of archives. */
export async function extractTexts({ text: body, raw }: Reply): Promise<string[]> {
  if (raw.subarray(0, 2).toString('hex') === '1f8b') return [gunzipSync(raw).toString()]
  if (raw.subarray(0, 2).toString('latin1') !== 'PK') return [body]
  const archive = await fromBufferPromise(raw, { lazyEntries: true })
  const texts: string[] = []
  for await (const entry of archive.eachEntry()) texts.push(await text(await archive.openReadStreamPromise(entry)))
  return texts
}
