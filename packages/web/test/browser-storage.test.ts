import assert from 'node:assert/strict'
import { test } from 'node:test'

/** What all tabs of a browser share. */
const stored = new Map<string, string>()
const localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
}
const document = { documentElement: { lang: '', dataset: {} } }
Object.assign(globalThis, { localStorage, document })
const { savedFilters } = await import('../src/features/services/saved-filters.ts')
const { preferences } = await import('../src/app/i18n/preferences.ts')

const filter = (name: string) => ({ name, query: name, state: '', group: '', customer: '', tag: '' })
const names = () => savedFilters.get().map(({ name }) => name)

test('a filter that another tab has saved is kept', () => {
  savedFilters.save(filter('Here'))
  stored.set('wachta.filters', JSON.stringify([filter('Here'), filter('There')]))
  savedFilters.save(filter('Again'))
  assert.deepEqual(names(), ['Again', 'Here', 'There'])
  stored.set('wachta.filters', JSON.stringify([filter('Here'), filter('There')]))
  savedFilters.remove('Here')
  assert.deepEqual(names(), ['There'])
  stored.set('wachta.filters', 'broken')
  savedFilters.save(filter('Here'))
  assert.deepEqual(names(), ['Here', 'There'], 'what cannot be read takes nothing away')
})

test('a filter beyond the limit is refused, and takes none of the others away', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => `Filter ${index + 10}`)
  stored.set('wachta.filters', JSON.stringify(fifty.map(filter)))
  assert.equal(savedFilters.save(filter('One more')), false)
  assert.equal(JSON.parse(stored.get('wachta.filters') ?? '').length, 50)
  assert.equal(savedFilters.save({ ...filter('Filter 10'), query: 'new' }), true, 'replacing one adds none')
  assert.deepEqual(names(), fifty)
  assert.equal(savedFilters.get()[0]?.query, 'new')
})

test('a preference that another tab has changed is kept for the next visit', () => {
  preferences.set({ theme: 'dark' })
  stored.set('wachta.preferences', JSON.stringify({ ...preferences.get(), language: 'pl' }))
  preferences.set({ density: 'compact' })
  const { theme, language, density } = JSON.parse(stored.get('wachta.preferences') ?? '{}')
  assert.deepEqual([theme, language, density], ['dark', 'pl', 'compact'])
})
