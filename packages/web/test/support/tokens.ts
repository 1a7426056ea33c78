import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseColor, type Rgba } from '../../src/ui/contrast.ts'

export const themes = ['light', 'dark'] as const
type ThemedColor = Readonly<Record<(typeof themes)[number], Rgba>>

export const readTokens = (): Promise<string> => readFile(join(import.meta.dirname, '../../src/ui/tokens.css'), 'utf8')

/** Returns the colour tokens, in both themes. */
export function parseTokens(css: string): ReadonlyMap<string, ThemedColor> {
  const colors = new Map<string, ThemedColor>()
  for (const [, name = '', value = ''] of css.matchAll(/--([\w-]+):\s*((?:light-dark|color-mix)\([^;]*\));/g)) {
    const themed = parsePair(value) ?? parseMix(value, colors)
    if (themed) colors.set(name, themed)
  }
  return colors
}

function parsePair(value: string): ThemedColor | undefined {
  const [, light = '', dark = ''] = /^light-dark\(([^,]+),([^,]+)\)$/.exec(value) ?? []
  const [one, other] = [parseColor(light), parseColor(dark)]
  return one && other ? { light: one, dark: other } : undefined
}

/** `color-mix(in srgb, var(--name) 22%, transparent)` is that colour with an opacity of 22 %. */
function parseMix(value: string, known: ReadonlyMap<string, ThemedColor>): ThemedColor | undefined {
  const [, name = '', share = ''] = /^color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, transparent\)$/.exec(value) ?? []
  const whole = known.get(name)
  if (!whole) return undefined
  const faded = ([red, green, blue]: Rgba): Rgba => [red, green, blue, Number(share) / 100]
  return { light: faded(whole.light), dark: faded(whole.dark) }
}
