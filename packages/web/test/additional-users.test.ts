import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderScreen } from './support/render-screen.ts'

/** An additional user: the own account has no permission to create anything, the account acted for may have it. */
const renderChoice = (create_contacts: boolean) =>
  renderScreen({
    file: 'escalations/recipient-choice.tsx',
    component: 'RecipientChoice',
    language: 'en',
    answers: [
      [['me'], { id: 2, parent_account_id: 1, permissions: { create_contacts: false } }],
      [['me', 'acting', 1], { id: 1, parent_account_id: null, permissions: { create_contacts } }],
    ],
    properties: {
      chosen: { contact_ids: [], contact_group_ids: [] },
      onChange: () => undefined,
      getFieldErrors: () => [],
    },
  })

test('an additional user creates contacts where the account that the user acts for allows it', async () => {
  assert.match(await renderChoice(true), />New contact<\/button>/)
  assert.doesNotMatch(await renderChoice(false), />New contact<\/button>/)
})
