import { pictureType } from './picture-type.ts'

/** A picture of a page while it loads. */
export interface FilmFrame {
  /** Milliseconds after the start. */
  readonly at: number
  /** A data URL of a picture. */
  readonly image: string
}

/** More or larger pictures are left out. */
const maxFrames = 60
const maxImage = 500_000
const maxTime = 3_600_000

/** Parses a filmstrip; null if the text is none. Its content is not trusted: a frame that is no picture is skipped. */
export function parseFilmstrip(text: string): readonly FilmFrame[] | null {
  const listed = parseFrames(text)
  if (listed === null) return null
  return listed
    .slice(0, maxFrames)
    .flatMap((frame): FilmFrame[] => {
      const { at, image } = typeof frame === 'object' && frame !== null ? (frame as Record<string, unknown>) : {}
      const address = typeof image === 'string' ? toPictureAddress(image) : null
      return address === null ? [] : [{ at: boundTime(at), image: address }]
    })
    .toSorted((one, other) => one.at - other.at)
}

/** Returns the place of the first frame at or after a moment, or the last one; null without the moment. */
export function findFrame(frames: readonly FilmFrame[], moment: number | undefined): number | null {
  if (moment === undefined || frames.length === 0) return null
  const found = frames.findIndex(({ at }) => at >= moment)
  return found < 0 ? frames.length - 1 : found
}

function parseFrames(text: string): readonly unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const frames = typeof parsed === 'object' && parsed !== null && 'frames' in parsed ? parsed.frames : null
    return Array.isArray(frames) ? frames : null
  } catch {
    return null
  }
}

function toPictureAddress(image: string): string | null {
  if (image.length > maxImage || !/^[A-Za-z0-9+/]{16,}={0,2}$/.test(image)) return null
  const type = pictureType(Uint8Array.from(atob(image.slice(0, 16)), (letter) => letter.charCodeAt(0)))
  return type === null ? null : `data:${type};base64,${image}`
}

const boundTime = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, 0), maxTime) : 0
