import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importSteps } from './support/recordings.ts'

const down = (...keys: string[]) => keys.map((key) => ({ type: 'keyDown', target: 'main', key }))
const up = (...keys: string[]) => keys.map((key) => ({ type: 'keyUp', target: 'main', key }))
const presses = (...steps: readonly object[]) => {
  const { actions, notes } = importSteps(...steps)
  return [(actions as { press: string }[]).map(({ press }) => press), notes.map(({ kind }) => kind)]
}

test('a key goes down and up once, with the modifiers that are held', () => {
  assert.deepEqual(presses(...down('Enter'), ...up('Enter')), [['Enter'], []])
  assert.deepEqual(presses(...down('Control', 'a'), ...up('a', 'Control')), [['Control+a'], []])
  assert.deepEqual(presses(...down('Control', 'Shift', 'T'), ...up('T', 'Shift', 'Control'), ...down('b')), [
    ['Control+Shift+T', 'b'],
    [],
  ])
  assert.deepEqual(presses(...down('ShiftLeft', 'Tab'), ...up('ShiftLeft', 'Tab')), [['Shift+Tab'], []])
  // If a key press leaves the page, there is no keyup event.
  assert.deepEqual(presses(...down('Enter', 'Enter')), [['Enter', 'Enter'], []])
  assert.deepEqual(presses(...up('Enter')), [[], []])
})

test('characters are pressed where a US keyboard has them', () => {
  assert.deepEqual(presses(...down(' ', '/', '?', '-', '@')), [
    ['Space', 'Slash', 'Shift+Slash', 'Minus', 'Shift+Digit2'],
    [],
  ])
  assert.deepEqual(presses(...down('Shift', '?')), [['Shift+Slash'], []])
  // On a German keyboard a slash needs Shift.
  assert.deepEqual(presses(...down('Shift', '/')), [['Slash'], []])
})

test('modifiers alone and keys that cannot be pressed are left out', () => {
  assert.deepEqual(presses(...down('Shift'), ...up('Shift')), [[], ['modifier_left_out']])
  assert.deepEqual(presses(...down('Shift')), [[], ['modifier_left_out']])
  assert.deepEqual(presses(...down('ł', 'Dead', 'AltGraph', 'Unidentified', '')), [[], ['key_left_out']])
})

test('Command is Control, because sensors are no Macs', () => {
  assert.deepEqual(presses(...down('Meta', 'k'), ...up('k', 'Meta')), [['Control+k'], ['command_key_replaced']])
})

test('a key that is held with a click is left out; one that was held while typing is no loss', () => {
  const click = { type: 'click', selectors: ['#a'] }
  const { actions, notes } = importSteps(...down('Shift'), click, ...up('Shift'))
  assert.deepEqual(actions, [{ click: '#a' }])
  assert.deepEqual(notes, [{ kind: 'modifier_left_out', steps: [2, 3], detail: null }])
  const typed = importSteps(...down('Shift'), { type: 'change', selectors: ['#a'], value: 'A' }, ...up('Shift'))
  assert.deepEqual(typed.notes, [])
})
