import { detectPictureType } from './picture-type.ts'

/** A picture of a page while it loads. */
export interface FilmFrame {
  /** Milliseconds after the start. */
  readonly at: number
  /** A data URL of a picture. */
  readonly image: string
}

/** More or larger pictures are left out. */
const maxFrames = 60
const maxImageLength = 500_000
const maxTimeMs = 3_600_000

/** Parses a filmstrip; null if the text is not one. Its content is not trusted: invalid pictures are skipped. */
export function parseFilmstrip(text: string): readonly FilmFrame[] | null {
  const frames = parseFrames(text)
  if (frames === null) return null
  return frames
    .slice(0, maxFrames)
    .flatMap((frame): FilmFrame[] => {
      const { at, image } = typeof frame === 'object' && frame !== null ? (frame as Record<string, unknown>) : {}
      const dataUrl = typeof image === 'string' ? toDataUrl(image) : null
      return dataUrl === null ? [] : [{ at: boundTime(at), image: dataUrl }]
    })
    .toSorted((one, other) => one.at - other.at)
}

/** Returns the index of the first frame at or after a moment, otherwise of the last frame; null without a moment. */
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

function toDataUrl(image: string): string | null {
  if (image.length > maxImageLength || !/^[A-Za-z0-9+/]{16,}={0,2}$/.test(image)) return null
  const type = detectPictureType(Uint8Array.from(atob(image.slice(0, 16)), (character) => character.charCodeAt(0)))
  return type === null ? null : `data:${type};base64,${image}`
}

const boundTime = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(Math.max(value, 0), maxTimeMs) : 0
