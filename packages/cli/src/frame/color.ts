/** The meanings of colours; the theme of the terminal decides how they look. */
export type Tone = 'good' | 'bad' | 'warning' | 'muted' | 'strong'

export const colorChoices = ['auto', 'always', 'never'] as const
export type ColorChoice = (typeof colorChoices)[number]

const codes: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  good: [32, 39],
  bad: [31, 39],
  warning: [33, 39],
  muted: [2, 22],
  strong: [1, 22],
}

/**
 * Decides whether a stream gets colours. The option wins, then FORCE_COLOR, then NO_COLOR, as in Node itself; otherwise
 * a terminal gets colours unless it says that it cannot show them.
 */
export function wantsColor(
  choice: ColorChoice,
  environment: NodeJS.ProcessEnv,
  stream: { readonly isTTY?: boolean },
): boolean {
  if (choice !== 'auto') return choice === 'always'
  const { FORCE_COLOR, NO_COLOR, TERM } = environment
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  if (NO_COLOR) return false
  return stream.isTTY === true && TERM !== 'dumb'
}

/** Colours text that contains no control characters of its own. */
export function paint(text: string, tone: Tone | undefined): string {
  if (tone === undefined || text === '') return text
  const [on, off] = codes[tone]
  return `\u001b[${on}m${text}\u001b[${off}m`
}
