import type { Client, StatusPage, StatusPageCreateData } from '@wachta/client'
import { toComponentData, toStatusPageData } from './page-data.ts'
import { type PasswordChange, type PasswordProgress, setsPassword } from './page-password.ts'
import type { StatusPageValues } from './page-values.ts'

/** The parts that were saved, so that a retry continues where the last attempt failed. */
export interface SaveProgress extends PasswordProgress {
  pageId: number | undefined
  /** The ids of new components by their keys. */
  readonly created: Map<string, number>
  readonly deleted: Set<number>
  /** Each part that this form has stored, as JSON: newer than the values with which the form was opened. */
  readonly sent: Map<string, string>
  /** The part of the page that is saved while the rest is not. */
  savedPart: HalfSaved['saved'] | undefined
}

export const makeSaveProgress = (page: Partial<StatusPage> = {}): SaveProgress => ({
  ...{ pageId: page.id, created: new Map(), deleted: new Set(), sent: new Map(), savedPart: undefined },
  ...{ hasPassword: page.has_password ?? false, password: undefined },
})

/** Copies the progress for a dry run, which saves nothing. */
export const copySaveProgress = (progress: SaveProgress): SaveProgress => ({
  ...progress,
  created: new Map(progress.created),
  deleted: new Set(progress.deleted),
  sent: new Map(progress.sent),
})

/** The values of the form when it was opened (`before`) and now (`after`), with the password. */
interface SavedChange extends PasswordChange {
  readonly before: StatusPageValues
}

/** Thrown if only a part of the page itself could be saved; its cause is the error of the API. */
export class HalfSaved extends Error {
  override readonly name = 'HalfSaved'
  readonly saved: 'page' | 'password'
  constructor(saved: HalfSaved['saved'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.saved = saved
  }
}

/** Thrown if the API rejects a component; its cause is the error of the API. */
export class ComponentRejected extends Error {
  override readonly name = 'ComponentRejected'
  readonly key: string
  constructor(key: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.key = key
  }
}

/** Saves a page with its pictures and components; sends only what has changed. Returns the id of the page. */
export async function saveStatusPage(client: Client, change: SavedChange, progress: SaveProgress): Promise<number> {
  const id = await savePage(client, change, progress)
  await savePictures(client, change, progress)
  await deleteComponents(client, change, progress)
  for (const [position, component] of change.after.components.entries()) {
    const body = toComponentData(component, position)
    const componentId = component.id ?? progress.created.get(component.key)
    const index = change.before.components.findIndex(({ key }) => key === component.key)
    const stored = change.before.components[index]
    const part = { name: `component ${component.key}`, before: stored && toComponentData(stored, index), after: body }
    try {
      await sendPart(progress, part, async () => {
        if (componentId !== undefined)
          await client.call('update_status_page_component', { path: { _id: componentId }, body })
        else {
          const created = await client.call('create_status_page_component', { body: { status_page_id: id, ...body } })
          progress.created.set(component.key, created.id)
        }
      })
    } catch (error) {
      throw new ComponentRejected(component.key, error)
    }
  }
  progress.password = undefined
  return id
}

/** A part of the page: as it was when the form was opened, and as it is in the form. */
interface PagePartChange {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** Sends a part unless it is stored like that already. */
async function sendPart(
  { sent }: SaveProgress,
  { name, before, after }: PagePartChange,
  send: () => Promise<unknown>,
): Promise<void> {
  const wanted = JSON.stringify(after)
  if ((sent.get(name) ?? JSON.stringify(before)) === wanted) return
  await send()
  sent.set(name, wanted)
}

/** The settings of a new page until its password is set, with which as few people as possible can open it. */
const settingsUntilPassword = { visibility: 'users', is_published: false } satisfies Partial<StatusPageCreateData>

/** The API requires a page before its password, and the password before the visibility. */
async function savePage(client: Client, change: SavedChange, progress: SaveProgress): Promise<number> {
  const body = toStatusPageData(change.after)
  const mustSetPassword = setsPassword(change, progress)
  if (progress.pageId === undefined) {
    const initialBody = mustSetPassword ? { ...body, ...settingsUntilPassword } : body
    progress.pageId = (await client.call('create_status_page', { body: initialBody })).id
    progress.sent.set('page', JSON.stringify(initialBody))
    if (!mustSetPassword) return progress.pageId
    progress.savedPart = 'page'
  }
  const path = { _id: progress.pageId }
  try {
    if (mustSetPassword) await savePassword(client, change, progress)
    await sendPart(progress, { name: 'page', before: toStatusPageData(change.before), after: body }, () =>
      client.call('update_status_page', { path, body }),
    )
  } catch (error) {
    throw progress.savedPart ? new HalfSaved(progress.savedPart, error) : error
  }
  progress.savedPart = undefined
  return progress.pageId
}

/** Sets a new password only once: setting it again would make visitors who have entered it enter it again. */
async function savePassword(client: Client, { password = '' }: SavedChange, progress: SaveProgress): Promise<void> {
  if (progress.password === password) return
  await client.call('change_status_page_password', { path: { _id: progress.pageId ?? 0 }, body: { password } })
  progress.password = password
  progress.hasPassword = true
  progress.savedPart ??= 'password'
}

async function savePictures(client: Client, { before, after }: SavedChange, progress: SaveProgress): Promise<void> {
  for (const kind of ['logo', 'favicon'] as const)
    await sendPart(progress, { name: kind, before: before[kind], after: after[kind] }, () =>
      client.call('update_status_page_pictures', {
        path: { _id: progress.pageId ?? 0 },
        body: { [kind]: after[kind] },
      }),
    )
}

async function deleteComponents(client: Client, { before, after }: SavedChange, progress: SaveProgress): Promise<void> {
  const remainingKeys = new Set(after.components.map(({ key }) => key))
  const stored = [...before.components.map(({ key, id }) => [key, id] as const), ...progress.created]
  for (const [key, id] of stored) {
    if (remainingKeys.has(key) || id === null || progress.deleted.has(id)) continue
    await client.call('delete_status_page_component', { path: { _id: id } })
    progress.deleted.add(id)
  }
}
