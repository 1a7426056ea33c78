import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { stackAlpha } from '../src/ui/chart-alpha.ts'
import { getContrastRatio, layOver, makeVisible, minContrast, parseColor, type Rgba } from '../src/ui/contrast.ts'
import { parseTokens, readTokens, themes } from './support/tokens.ts'

/** Colours with a meaning in charts, bars and marks, all of which are on cards. */
const marks = [
  ...['accent', 'band-edge', 'failure-fill', 'unknown-fill', 'paused-fill', 'ok-fill'],
  ...['acknowledged', 'resolved', 'slow', 'muted', 'edge'],
]
/** The translucent areas of a stacked chart. */
const parts = ['part-1', 'part-2', 'part-3', 'part-4', 'part-5', 'part-6']
/** The opaque bars of waterfalls and steps, which are also in panels and expanded rows. */
const bars = [...parts, 'edge', 'accent', 'ok', 'failure-fill']
const texts = ['ink', 'muted', 'accent', 'ok', 'failure', 'unknown', 'paused', 'slow', 'acknowledged', 'resolved']
const grounds = ['paper', 'surface', 'raised', 'sunken', 'hover']

type Tokens = ReturnType<typeof parseTokens>

/** Lists all pairs of colours below their contrast limit, and reports the ratios. */
function findPale(tokens: Tokens, report: (line: string) => void): string[] {
  const colour = (name: string, theme: (typeof themes)[number]): Rgba => {
    const found = tokens.get(name)
    assert.ok(found, `there is a colour --${name}`)
    return found[theme]
  }
  const faded = ([red, green, blue]: Rgba): Rgba => [red, green, blue, stackAlpha]
  return themes.flatMap((theme) => {
    const pairs = [
      ...marks.map((name) => ({ name, ground: 'surface', color: colour(name, theme), least: minContrast })),
      ...parts.map((name) => ({ name, ground: 'surface', color: faded(colour(name, theme)), least: minContrast })),
      ...['raised', 'sunken', 'hover'].flatMap((ground) =>
        bars.map((name) => ({ name, ground, color: colour(name, theme), least: minContrast })),
      ),
      ...grounds.flatMap((ground) => texts.map((name) => ({ name, ground, color: colour(name, theme), least: 4.5 }))),
    ]
    return pairs.flatMap(({ name, ground, color, least }) => {
      const ratio = getContrastRatio(color, colour(ground, theme))
      const line = `${theme}: ${name} on ${ground} ${ratio.toFixed(2)}:1`
      report(line)
      return ratio < least ? [`${line}, at least ${least}`] : []
    })
  })
}

test('what carries a meaning has a contrast of 3:1, and text of 4.5:1, in both themes', async (t: TestContext) => {
  const css = await readTokens()
  assert.deepEqual(
    findPale(parseTokens(css), (line) => t.diagnostic(line)),
    [],
  )
  // Control: a pale colour is detected.
  const spoilt = css.replace(/--failure-fill: [^;]+;/, '--failure-fill: light-dark(#fdeeec, #2c1517);')
  assert.equal(findPale(parseTokens(spoilt), () => undefined).length, 8, 'on four grounds in two themes')
})

test('the band is tinted by 20 to 25 %, failures by 12 % at least', async () => {
  const tokens = parseTokens(await readTokens())
  const opacity = (name: string) => tokens.get(name)?.light[3] ?? 0
  assert.ok(opacity('band') >= 0.2 && opacity('band') <= 0.25)
  for (const name of ['failure-tint', 'unknown-tint', 'paused-tint']) assert.ok(opacity(name) >= 0.12, name)
})

test('a colour that people chose for a sensor is moved until it can be seen, and no further', () => {
  const [white, dark] = [parseColor('#ffffff'), parseColor('#15191f')]
  assert.ok(white && dark)
  for (const chosen of ['#ffff00', '#fff', '#000000', '#3b82c4', 'rgb(200, 220, 255)'])
    for (const ground of [white, dark]) {
      const color = parseColor(chosen)
      assert.ok(color)
      assert.ok(getContrastRatio(makeVisible(color, ground), ground) >= minContrast, chosen)
    }
  const blue = parseColor('#1c56a5')
  assert.ok(blue)
  assert.deepEqual(makeVisible(blue, white), blue, 'what can be seen stays as it is')
  assert.equal(parseColor('var(--accent)'), null)
  assert.deepEqual(layOver([0, 0, 0, 0.5], white), [127.5, 127.5, 127.5, 1])
})
