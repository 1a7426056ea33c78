import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importSteps } from './support/recordings.ts'

const pick = (type: string, ...selectors: readonly (string | readonly string[])[]): unknown => {
  const step = { type, selectors, ...(type === 'change' && { value: 'x' }) }
  const [action] = importSteps(step).actions as [Record<string, unknown>]
  const [chosen] = Object.values(action)
  return typeof chosen === 'object' ? Reflect.get(chosen as object, 'selector') : chosen
}

const click = (...selectors: readonly (string | readonly string[])[]) => pick('click', ...selectors)
const change = (...selectors: readonly (string | readonly string[])[]) => pick('change', ...selectors)

test('of several selectors the one that lasts longest is taken', () => {
  const alternatives = [
    ['aria/Buy[role="button"]', 'role=button[name="Buy"]'],
    ['text/Buy', 'text=Buy'],
    ["[data-testid='buy']", 'testid=buy'],
    ['#buy', '#buy'],
    ['main > div.buy', 'main > div.buy'],
    ['xpath///*[@id="buy"]', 'xpath=//*[@id="buy"]'],
    ['pierce/#other', '#other'],
  ] as const
  for (const [index, [, expected]] of alternatives.entries()) {
    const left = alternatives.slice(index).map(([recorded]) => recorded)
    assert.equal(click(...left), expected)
    assert.equal(click(...left.toReversed()), expected)
  }
})

test('a name without a role is that of a button or a link where the tag shows it', () => {
  assert.equal(click('aria/Log in', 'form > button'), 'role=button[name="Log in"]')
  assert.equal(click('aria/Log in', "form > input[type='submit']"), 'role=button[name="Log in"]')
  assert.equal(click('aria/Home', '#nav', 'xpath//html/body/nav/a[2]'), 'role=link[name="Home"]')
  assert.equal(click('aria/I agree', "input[type='checkbox']"), 'role=checkbox[name="I agree"]')
  assert.equal(click('aria/Log in', "form > input[type='submit'].wide"), 'role=button[name="Log in"]')
  assert.equal(click('aria/Log in', "form > input[type='Submit'][name='go']"), 'role=button[name="Log in"]')
  assert.equal(click('aria/Log in', "form > input[type='submit']:nth-of-type(2)"), 'role=button[name="Log in"]')
  assert.equal(click('aria/Name', "form > input:not([type='submit'])"), 'label=Name', 'it is any other type')
  assert.equal(click('aria/Name', "input[type='checkbox'] + input"), 'label=Name', 'the type of a neighbour')
  assert.equal(click('aria/From', "input[title='a > b'][type='datetime-local']", 'text/From'), 'label=From')
  assert.equal(click('aria/Log in', 'form > input', 'text/Log in'), 'text=Log in')
  assert.equal(click('aria/Name', 'form > input', 'text/Anna'), 'label=Name')
  assert.equal(click('aria/Name', 'constructor'), 'constructor')
  assert.equal(click('aria/Message', 'form > textarea'), 'label=Message')
  assert.equal(click('aria/Menu', '#menu'), '#menu')
  assert.equal(click('aria/Menu'), 'text=Menu')
  assert.equal(click('aria/Menu', '#menu', 'text/Menu'), 'text=Menu')
  assert.equal(change('aria/E-mail', '#email'), 'label=E-mail')
  assert.equal(change('aria/Search[role="searchbox"]', '#q'), 'role=searchbox[name="Search"]')
  // Chromium's internal roles have no meaning elsewhere, except `image`.
  assert.equal(click('aria/Logo[role="image"]'), 'role=img[name="Logo"]')
  assert.equal(click('aria/Terms[role="StaticText"]', '#terms'), '#terms')
})

test('a name that was not unique is not used alone', () => {
  assert.equal(click(['aria/Products', 'aria/Buy'], 'li:nth-of-type(2) > button'), 'li:nth-of-type(2) > button')
})

test('the text of a field is what was typed, so it does not name the field', () => {
  assert.equal(click('aria/E-mail', '#email', 'text/anna@example.com'), '#email')
  assert.equal(change('#note', 'text/Old note'), '#note')
  assert.equal(click('#password', 'text/hunter2'), '#password')
  assert.equal(click('aria/Forgot password?', '#forgot', 'text/Forgot password?'), 'text=Forgot password?')
  const { actions } = importSteps(
    { type: 'change', selectors: ['#secret', "input[type='password']"], value: 'hunter2 and more' },
    { type: 'click', selectors: ['text/hunter2 and', '#show'] },
  )
  assert.deepEqual(actions[1], { click: '#show' })
})

test('test ids, also those that the recording was made with', () => {
  assert.equal(click("[data-testid='add\\ to\\:cart']", '#a'), 'testid=add to:cart')
  assert.equal(click("[data-cy='buy']", '#a'), "[data-cy='buy']")
  assert.equal(click("[data-own='buy']", '#a'), '#a')
  assert.equal(click("[data-testid='list'] > a", '#a'), '#a')
})

test('an id that was made up for one visit is no better than other CSS', () => {
  assert.equal(click('#input-48213', 'main > input'), '#input-48213')
  assert.equal(click('main > input', '#input-48213'), 'main > input')
  assert.equal(click('main > input', '#quantity'), '#quantity')
})

test('shadow roots are ancestors in CSS, and XPath cannot look into them', () => {
  assert.equal(click(['my-app', 'nav > a.home'], ['xpath//my-app', 'xpath//nav/a']), 'my-app nav > a.home')
  assert.equal(click(['pierce/my-app', 'pierce/a']), 'my-app a')
})

test('what cannot be written as a selector of ours is passed over', () => {
  assert.equal(click('text/a >> b', 'aria/a >> b[role="link"]', '#a'), 'role=link[name="a >> b"]')
  assert.equal(click('text/a >> b', '#a'), '#a')
  assert.equal(click('aria/Say "hi" \\ bye[role="button"]'), 'role=button[name="Say \\"hi\\" \\\\ bye"]')
  assert.equal(click('aria/Two\n lines[role="button"]'), 'role=button[name="Two lines"]')
  assert.equal(click(`#${'x'.repeat(600)}`, 'main'), 'main')
  assert.equal(click('::-p-text(Buy)', 'main >>> a', 'nav'), 'nav')
})

test('frames are counted over the page, from the outer to the inner', () => {
  const { actions, notes } = importSteps({ type: 'click', selectors: ['#pay'], frame: [1, 0] })
  assert.deepEqual(actions, [{ click: 'frame=:nth-match(iframe, 2) >> frame=:nth-match(iframe, 1) >> #pay' }])
  assert.deepEqual(notes, [{ kind: 'frame_by_position', steps: [2], detail: null }])
})
