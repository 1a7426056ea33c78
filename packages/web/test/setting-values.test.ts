import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  isHiddenSetting,
  toSetting,
  toSettingDraft,
  UnreadableSetting,
} from '../src/features/services/setting-values.ts'

test('a setting goes through the form and back', () => {
  const format = (type: string, more: object = {}) => ({ key: 'k', type, default: null, enum: null, ...more })
  for (const [type, value] of [
    ['integer', 5],
    ['string', 'x'],
    ['boolean', true],
    ['array', [{ name: 'a' }]],
    ['string', null],
  ] as const)
    assert.deepEqual(toSetting(format(type), toSettingDraft(format(type), value)), value)
  assert.equal(toSettingDraft(format('boolean', { default: true }), null), true, 'a switch shows what holds')
  assert.equal(toSettingDraft(format('string', { default: 'GET', enum: ['GET'] }), undefined), 'GET')
  assert.equal(toSetting(format('integer'), 'many'), 'many', 'left to the interface to refuse')
  assert.throws(() => toSetting(format('array'), '[1,'), UnreadableSetting)
})

test('only a secret that is stored is said to be', () => {
  assert.equal(isHiddenSetting({ is_secret: true }, '********'), true)
  assert.equal(isHiddenSetting({ is_secret: true }, null), false)
  assert.equal(isHiddenSetting({ is_secret: true }, ''), false)
  assert.equal(isHiddenSetting({ is_secret: false }, 'x'), false)
})
