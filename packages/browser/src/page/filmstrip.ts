import type { CDPSession } from 'playwright-core'

/** Pictures of a page while it loads. */
export interface Filmstrip {
  /** Stops taking pictures. */
  stop(): void
  /** Writes the pictures as JSON, with milliseconds after the start. */
  write(): string
  readonly isEmpty: boolean
}

const maxFrames = 40
const minGapMs = 100
const maxBytes = 700_000
const frameSize = { maxWidth: 320, maxHeight: 320 }

export async function recordFilmstrip(session: CDPSession, now: () => number): Promise<Filmstrip> {
  const frames: { at: number; image: string }[] = []
  const started = now()
  let [bytes, isStopped] = [0, false]
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    const at = Math.round(now() - started)
    const last = frames.at(-1)
    if (isStopped || frames.length >= maxFrames || bytes + data.length > maxBytes) return
    if (last !== undefined && at - last.at < minGapMs) return
    frames.push({ at, image: data })
    bytes += data.length
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 40, everyNthFrame: 1, ...frameSize })
  return {
    get isEmpty() {
      return frames.length === 0
    },
    stop() {
      isStopped = true
      session.send('Page.stopScreencast').catch(() => undefined)
    },
    write: () => JSON.stringify({ frames }),
  }
}
