/** The path of the worker below a page. Browsers limit its scope to the folder that contains it. */
export const pushWorkerPath = 'push-worker.js'

/**
 * The service worker that shows push messages. It loads nothing and intercepts no requests, so pages work the same
 * without it. It opens only its own page, whatever a message contains.
 */
export const pushWorkerScript = `'use strict'
const read = (data) => {
  try {
    return data.json() ?? {}
  } catch {
    return {}
  }
}
const text = (value) => (typeof value === 'string' ? value : '')

// Returns a URL of this page; for anything else, the page itself.
function locate(path) {
  const { scope } = self.registration
  try {
    const { href } = new URL(text(path), scope)
    return href.startsWith(scope) ? href : scope
  } catch {
    return scope
  }
}

// Something is shown for every message: browsers withdraw the permission from workers that keep silent.
function show(message) {
  const tag = text(message.tag)
  const stop = text(message.unsubscribe)
  return self.registration.showNotification(text(message.title) || location.host, {
    body: text(message.body),
    lang: text(message.language),
    tag,
    renotify: tag !== '',
    data: { path: text(message.path) },
    actions: stop === '' ? [] : [{ action: 'unsubscribe', title: stop }],
  })
}

async function open(address) {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = all.find(({ url }) => url === address)
  await (shown === undefined ? self.clients.openWindow(address) : shown.focus())
}

// From then on, the push service reports that the subscription is gone, which ends it.
const unsubscribe = async () => (await self.registration.pushManager.getSubscription())?.unsubscribe()

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))))
self.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  event.waitUntil(action === 'unsubscribe' ? unsubscribe() : open(locate(notification.data?.path)))
})
`
