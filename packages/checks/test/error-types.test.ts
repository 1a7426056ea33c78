import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorType, errorTypeCategories, errorTypes } from '@wachta/checks'
import { languages } from '@wachta/domain'

const maxLength = { name: 255, description: 100_000, diagnosis: 100_000, nextSteps: 100_000 } as const
const textFields = Object.keys(maxLength) as (keyof typeof maxLength)[]

function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

test('the dictionary is large enough to be of use', () => {
  assert.ok(errorTypes.length >= 70, `${errorTypes.length} error types`)
})

test('ids are unique, ascending and in the range of the first category', () => {
  const ids = errorTypes.map(({ id }) => id)
  assert.deepEqual(repeated(ids), [])
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  )
  const firstIds = new Map(errorTypeCategories.map(({ id, firstId }) => [id, firstId]))
  const inRange = ({ id, categories: [first = ''] }: ErrorType) => {
    const above = id - (firstIds.get(first) ?? Number.NaN)
    return above >= 1 && above <= 99
  }
  assert.deepEqual(
    errorTypes.filter((type) => !inRange(type)),
    [],
  )
})

test('kinds are unique and in snake case', () => {
  const kinds = errorTypes.map(({ kind }) => kind)
  assert.deepEqual(repeated(kinds), [])
  assert.deepEqual(
    kinds.filter((kind) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(kind)),
    [],
  )
})

test('every category named exists, and every category is the first of some error type', () => {
  const known = errorTypeCategories.map(({ id }) => id)
  assert.deepEqual(repeated(known), [])
  assert.deepEqual(
    known.filter((id) => !/^[A-Za-z0-9_]{1,256}$/.test(id)),
    [],
  )
  for (const { kind, categories } of errorTypes) {
    assert.ok(categories.length === 1 || categories.length === 2, kind)
    assert.deepEqual(repeated(categories), [], kind)
    for (const category of categories) assert.ok(known.includes(category), `${kind}: ${category}`)
  }
  const first = new Set(errorTypes.map(({ categories }) => categories[0]))
  assert.deepEqual(
    known.filter((id) => !first.has(id)),
    [],
  )
})

test('ranges of categories do not overlap', () => {
  const hundreds = errorTypeCategories.map(({ firstId }) => firstId / 100)
  assert.ok(hundreds.every((hundred) => Number.isInteger(hundred) && hundred >= 1))
  assert.deepEqual(repeated(hundreds), [])
})

test('every text is there in both languages, trimmed, within bounds and translated', () => {
  for (const type of errorTypes) {
    for (const field of textFields) {
      const text = type[field]
      for (const language of languages) {
        const where = `${type.kind}.${field}.${language}`
        assert.ok(text[language].length > 0 && text[language].length <= maxLength[field], where)
        assert.equal(text[language], text[language].trim(), where)
        assert.doesNotMatch(text[language], / {2}/, where)
      }
      assert.notEqual(text.pl, text.en, `${type.kind}.${field}`)
    }
  }
  for (const { id, name, description } of errorTypeCategories) {
    for (const text of [name, description]) {
      for (const language of languages) assert.ok(text[language].trim().length > 0, id)
      assert.notEqual(text.pl, text.en, id)
    }
  }
})

test('explanations end as sentences do, names do not', () => {
  for (const { kind, name, description, diagnosis, nextSteps } of errorTypes) {
    for (const language of languages) {
      assert.doesNotMatch(name[language], /\.$/, kind)
      for (const text of [description, diagnosis, nextSteps]) assert.match(text[language], /\.$/, kind)
    }
  }
})

test('names are unique in each language', () => {
  for (const language of languages) {
    assert.deepEqual(repeated(errorTypes.map(({ name }) => name[language])), [])
    assert.deepEqual(repeated(errorTypeCategories.map(({ name }) => name[language])), [])
  }
})
