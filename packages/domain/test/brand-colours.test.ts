import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultAccentColour, deriveColours } from '../src/brand-colours.ts'

test('a colour that is dark enough is used as it is', () => {
  const { accentOnDark, ...others } = deriveColours('#1C4F9C')
  assert.deepEqual(others, { band: '#1c4f9c', onBand: '#ffffff', accent: '#1c4f9c', soft: '#ebeff6' })
  assert.notEqual(accentOnDark, '#1c4f9c')
})

test('any colour of a brand gives readable text on white, on dark pages and on itself', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff']
  for (const red of steps)
    for (const green of steps)
      for (const blue of steps) {
        const { band, onBand, accent, accentOnDark } = deriveColours(`#${red}${green}${blue}`)
        assert.ok(contrast(band, onBand) >= 4.5, `${onBand} on ${band}`)
        assert.ok(contrast(accent, '#ffffff') >= 4.5, `${accent} on white`)
        assert.ok(contrast(accentOnDark, '#1b2128') >= 4.5, `${accentOnDark} on a dark page`)
      }
})

test('what is no colour is replaced by the default', () => {
  for (const text of ['url(x)', '', 'red', '#12345', '#1234567', '#12345g'])
    assert.equal(deriveColours(text).band, defaultAccentColour)
})

/** The contrast ratio of WCAG 2, implemented independently. */
function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
  }) as [number, number]
  return Math.max(a, b) / Math.min(a, b)
}
