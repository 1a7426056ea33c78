import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Command, findCommands } from '../src/app/shell/command.ts'
import { isPaletteKey } from '../src/app/shell/shortcut-keys.ts'

const command = (label: string, ...keywords: string[]): Command => ({
  id: label,
  label,
  kind: 'action',
  icon: 'add',
  keywords,
  act: () => undefined,
})

const commands = [
  command('Schedule maintenance', 'mute', 'wycisz'),
  command('Maintenance', 'downtime', 'wyłączenie'),
  command('Alerts', 'ack', 'potwierdź'),
  command('Backup'),
]
const find = (typed: string) => findCommands(typed, commands).map(({ label }) => label)

test('what begins with the typed text comes first, what only a keyword finds comes last', () => {
  assert.deepEqual(find('mainten'), ['Maintenance', 'Schedule maintenance'])
  assert.deepEqual(find('ack'), ['Backup', 'Alerts'])
})

test('of those that match equally well, frequent ones come first', () => {
  const services = [command('Shop rule'), { ...command('Shop'), isFrequent: true as const }]
  assert.deepEqual(
    findCommands('sho', services).map(({ label }) => label),
    ['Shop', 'Shop rule'],
  )
})

test('keywords of both languages are found, without their marks too', () => {
  assert.deepEqual(find('wycisz'), ['Schedule maintenance'])
  assert.deepEqual(find('POTWIERDZ'), ['Alerts'])
  assert.deepEqual(find('wylacz'), ['Maintenance'])
})

test('all words have to be found, and nothing typed finds everything in its order', () => {
  assert.deepEqual(find('schedule mute'), ['Schedule maintenance'])
  assert.deepEqual(find('schedule ack'), [])
  assert.deepEqual(
    find(''),
    commands.map(({ label }) => label),
  )
})

test('the palette has K with Ctrl or ⌘ alone, and events without a key are no keys', () => {
  const keys = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  assert.ok(isPaletteKey({ ...keys, ctrlKey: true }))
  assert.ok(isPaletteKey({ ...keys, key: 'K', metaKey: true }), 'with Caps Lock')
  const others = [{}, { ctrlKey: true, shiftKey: true }, { ctrlKey: true, altKey: true }, { key: 'l', ctrlKey: true }]
  for (const each of others) assert.ok(!isPaletteKey({ ...keys, ...each }), JSON.stringify(each))
  // A browser that fills in a form sends such an event.
  assert.ok(!isPaletteKey({}))
})
