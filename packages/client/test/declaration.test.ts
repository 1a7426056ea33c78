import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { repositoryRoot } from '@wachta/testing/repository'
import { type AccountRecords, toDeclaration } from '../src/index.ts'

interface PublishedSection {
  readonly items?: { readonly properties: Readonly<Record<string, unknown>> }
}
interface PublishedDocument {
  readonly components: {
    readonly schemas: { readonly apply_data: { readonly properties: Readonly<Record<string, PublishedSection>> } }
  }
}

test('an export has every field that a document can declare', async () => {
  const sections = await readSections()
  const record = (section: string, more: object) => ({
    ...Object.fromEntries((sections.get(section) ?? []).map((field) => [field, field])),
    id: 1,
    ...more,
  })
  const scope = { all_services: true }
  const records = {
    groups: [record('groups', { is_default: false })],
    services: [record('services', { group_id: 1, extended_settings: {} })],
    contacts: [record('contacts', {})],
    addresses: [],
    events: [record('events', { scope, condition_event_ids: [] })],
    escalations: [record('escalations', { event_id: 1, contact_ids: [] })],
    report_templates: [record('report_templates', { scope })],
    status_pages: [record('status_pages', {})],
    status_page_components: [
      record('status_page_components', { status_page_id: 1, service_id: 1, group_id: 1, manual_status: 'operational' }),
    ],
  } as unknown as AccountRecords
  const { document, omitted } = toDeclaration(records, { all: false })
  assert.deepEqual(omitted, [])
  for (const [section, fields] of sections) {
    const [item = {}] = (document as Readonly<Record<string, readonly object[]>>)[section] ?? []
    assert.deepEqual(Object.keys(item).sort(), fields.toSorted(), section)
  }
})

/** The sections of a document, each with the fields of its items. */
async function readSections(): Promise<ReadonlyMap<string, readonly string[]>> {
  const text = await readFile(join(repositoryRoot, 'api', 'openapi.json'), 'utf8')
  const { properties } = (JSON.parse(text) as PublishedDocument).components.schemas.apply_data
  return new Map(
    Object.entries(properties).flatMap(([section, { items }]) =>
      items === undefined ? [] : [[section, Object.keys(items.properties)] as const],
    ),
  )
}
