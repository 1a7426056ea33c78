import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { OutgoingRequest } from '@wachta/client'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

// The app listens to the window for network changes, and to a channel for other tabs, which would block the exit.
Object.assign(globalThis, {
  window: new EventTarget(),
  location: { origin: 'http://wachta.test' },
  BroadcastChannel: undefined,
})
const { useResumableSending } = await import('../src/app/forms/sending.ts')

interface FormProps {
  readonly onRequests: (requests: () => Promise<readonly OutgoingRequest[]>) => void
}

/** A form whose action checks two services, one after the other. */
function TwoChecks({ onRequests }: FormProps) {
  const sending = useResumableSending({
    initialProgress: () => new Set<number>(),
    send: async (client, done) => {
      for (const _id of [1, 2].filter((id) => !done.has(id))) {
        await client.call('force_analysis', { path: { _id } })
        done.add(_id)
      }
    },
  })
  onRequests(() => sending.requests())
  return null
}

test('requests that are only shown are not noted as done', async () => {
  let collect: (() => Promise<readonly OutgoingRequest[]>) | undefined
  const form = createElement(TwoChecks, { onRequests: (requests) => (collect = requests) })
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, form))
  const listPaths = async () => (await collect?.())?.map(({ url }) => new URL(url).pathname)
  const first = await listPaths()
  assert.equal(first?.length, 2)
  assert.deepEqual(await listPaths(), first, 'the same again')
})
