import { packLogo } from './print-report.ts'
import type { Branding } from './report.ts'
import { runChild } from './run-child.ts'

type Logo = NonNullable<Branding['logo']>

/** The reasons why a logo cannot be printed. */
export type LogoFault = 'too_large' | 'unreadable' | 'not_self_contained'

export const maxLogoBytes = 256 * 1024
const maxPixels = 4_000_000
const pngSignature = '89504e470d0a1a0a'

/** Returns why a logo cannot be printed, or `undefined` if it can. Call it when a logo is uploaded. */
export async function checkLogo(logo: Logo): Promise<LogoFault | undefined> {
  if (logo.content.length > maxLogoBytes) return 'too_large'
  const fault = faultFinders[logo.media_type](Buffer.from(logo.content))
  if (fault !== undefined) return fault
  try {
    // One second is enough for any picture of this size; the rest allows for a busy machine.
    await runChild({ kind: 'logo', logo: packLogo(logo) }, { timeoutMs: 60_000, maxMegabytes: 512 })
    return undefined
  } catch {
    return 'unreadable'
  }
}

const faultFinders: Readonly<Record<Logo['media_type'], (content: Buffer) => LogoFault | undefined>> = {
  'image/png': findPngFault,
  'image/jpeg': findJpegFault,
  'image/svg+xml': findSvgFault,
}

/** Checks the dimensions before the picture is decoded, because a small file can expand to many gigabytes. */
function findPngFault(content: Buffer): LogoFault | undefined {
  if (content.length < 33 || content.toString('hex', 0, 8) !== pngSignature) return 'unreadable'
  return findSizeFault(content.readUInt32BE(16), content.readUInt32BE(20))
}

function findJpegFault(content: Buffer): LogoFault | undefined {
  if (content.length < 4 || content.readUInt16BE(0) !== 0xff_d8) return 'unreadable'
  for (let offset = 2; offset + 9 < content.length; ) {
    if (content[offset] !== 0xff) return 'unreadable'
    const marker = content[offset + 1] ?? 0
    // The frame header contains the dimensions. It has a marker from C0 to CF other than C4, C8 and CC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return findSizeFault(content.readUInt16BE(offset + 7), content.readUInt16BE(offset + 5))
    offset += marker === 0xff ? 1 : 2 + content.readUInt16BE(offset + 2)
  }
  return 'unreadable'
}

function findSizeFault(width: number, height: number): LogoFault | undefined {
  if (width === 0 || height === 0) return 'unreadable'
  return width * height > maxPixels ? 'too_large' : undefined
}

/** Rejects SVG that contains scripts, reads outside the file, can grow without bounds, or needs fonts. */
function findSvgFault(content: Buffer): LogoFault | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return 'unreadable'
  }
  if (!/<svg[\s>]/.test(text)) return 'unreadable'
  const hasForbiddenMarkup =
    /<!(?:DOCTYPE|ENTITY)/i.test(text) ||
    /<(?:\w+:)?(?:script|foreignObject|iframe|text)[\s>/]/i.test(text) ||
    // Event handlers: our renderers do not run them, but a status page must not contain them.
    /\son\w+\s*=/i.test(text)
  if (hasForbiddenMarkup || /@import/i.test(text)) return 'not_self_contained'
  const references = [
    ...Array.from(text.matchAll(/\bhref\s*=\s*(["'])(.*?)\1/gis), ([, , target = '']) => target),
    ...Array.from(text.matchAll(/url\(\s*["']?([^)"']*)/gi), ([, target = '']) => target),
  ]
  const isInside = (target: string) => /^\s*(?:#|data:image\/(?:png|jpeg);base64,)/i.test(target)
  return references.every(isInside) ? undefined : 'not_self_contained'
}
