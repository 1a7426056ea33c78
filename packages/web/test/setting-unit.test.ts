import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSettings, findCheckType } from '@wachta/checks'
import { createFormats } from '../src/app/i18n/formats.ts'
import { formatInUnit, readUnit } from '../src/features/services/setting-unit.ts'

test('the bounds of a setting are said in the unit that its name has', () => {
  const formats = createFormats('en', 'UTC')
  const text = (value: number, name: string) => formatInUnit(value, readUnit(name), formats).replaceAll('\u00a0', ' ')
  assert.equal(text(100, 'Timeout (ms)'), '100 ms')
  assert.equal(text(30_000, 'Timeout (ms)'), '30 sec')
  assert.equal(text(104_857_600, 'Maximum total page size (B)'), '100 MB')
  assert.equal(text(3840, 'Window width (px), instead of the device’s'), '3,840 px')
  assert.equal(text(51, 'Error tolerance (%)'), '51%')
  assert.equal(text(65_535, 'Port (usually 25)'), '65,535')
})

test('both languages of a setting have the same unit', () => {
  for (const id of ['fullpagehttps', 'browser_scenario', 'http_scenario', 'https']) {
    const type = findCheckType(id)
    assert.ok(type)
    const polish = describeSettings(type, 'pl')
    for (const [index, { key, name }] of describeSettings(type, 'en').entries())
      assert.equal(readUnit(polish[index]?.name ?? ''), readUnit(name), key)
  }
})
