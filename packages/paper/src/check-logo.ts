import { packLogo } from './print-report.ts'
import type { Branding } from './report.ts'
import { runChild } from './run-child.ts'

type Logo = NonNullable<Branding['logo']>

const maxBytes = 1024 ** 2
const maxPixels = 4_000_000
const pngSignature = '89504e470d0a1a0a'

/** Returns why a logo cannot be printed, or `undefined` if it can. Call it when a logo is uploaded. */
export async function checkLogo(logo: Branding['logo']): Promise<string | undefined> {
  if (logo === undefined) return undefined
  if (logo.content.length > maxBytes) return 'The file is larger than 1 MiB.'
  const fault = logo.media_type === 'image/png' ? findPngFault(logo) : findSvgFault(logo)
  if (fault !== undefined) return fault
  try {
    await runChild({ kind: 'logo', logo: packLogo(logo) }, { timeoutMs: 10_000, maxMegabytes: 512 })
    return undefined
  } catch {
    return 'The file cannot be drawn. Save it again, or use another format.'
  }
}

/** Looks at the size before anything unpacks it: a small file can hold a picture of many gigabytes. */
function findPngFault({ content }: Logo): string | undefined {
  const bytes = Buffer.from(content)
  if (bytes.length < 33 || bytes.toString('hex', 0, 8) !== pngSignature) return 'The file is not a PNG picture.'
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width === 0 || height === 0) return 'The picture is empty.'
  return width * height > maxPixels ? 'The picture has more than 4 million pixels.' : undefined
}

/** Refuses what would reach outside the file, grow without bounds, or need fonts that are not ours. */
function findSvgFault({ content }: Logo): string | undefined {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    return 'The file is not SVG in UTF-8.'
  }
  if (!/<svg[\s>]/.test(text)) return 'The file is not an SVG picture.'
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return 'The file declares a document type or entities. Remove them.'
  if (/<(?:\w+:)?(?:script|foreignObject|iframe)[\s>/]/i.test(text)) return 'The file contains scripts or HTML.'
  if (/<(?:\w+:)?text[\s>/]/i.test(text)) return 'The file contains text. Convert it to paths.'
  const references = [
    ...Array.from(text.matchAll(/\bhref\s*=\s*(["'])(.*?)\1/gis), ([, , target = '']) => target),
    ...Array.from(text.matchAll(/url\(\s*["']?([^)"']*)/gi), ([, target = '']) => target),
  ]
  const outside = references.some((target) => !/^\s*(?:#|data:image\/(?:png|jpeg);base64,)/i.test(target))
  if (outside || /@import/i.test(text)) return 'The file refers to other files. Embed them.'
  return undefined
}
