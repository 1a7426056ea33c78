import type { Client, StatusPage, StatusPageCreateData } from '@wachta/client'
import { toComponentData, toStatusPageData } from './page-data.ts'
import { hasNewPassword, type PasswordChange, type PasswordProgress } from './page-password.ts'
import type { StatusPageValues } from './page-values.ts'

/** The parts that were saved, so that a retry continues where the last attempt failed. */
export interface SaveProgress extends PasswordProgress {
  pageId: number | undefined
  /** The ids of new components by their keys. */
  readonly created: Map<string, number>
  readonly deleted: Set<number>
  /** The saved page, while its other parts are not saved yet. */
  half: HalfSaved['saved'] | undefined
}

export const makeSaveProgress = (page: Partial<StatusPage> = {}): SaveProgress => ({
  ...{ pageId: page.id, created: new Map(), deleted: new Set(), half: undefined },
  ...{ hasPassword: page.has_password ?? false, password: undefined },
})

/** For a rehearsal, which saves nothing. */
export const copySaveProgress = (progress: SaveProgress): SaveProgress => ({
  ...progress,
  created: new Map(progress.created),
  deleted: new Set(progress.deleted),
})

/** The values that are stored, and those of the form. */
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
export async function saveStatusPage(via: Client, change: SavedChange, progress: SaveProgress): Promise<number> {
  const id = await savePage(via, change, progress)
  await savePictures(via, change, id)
  await deleteComponents(via, change, progress)
  for (const [position, component] of change.after.components.entries()) {
    const body = toComponentData(component, position)
    const known = component.id ?? progress.created.get(component.key)
    const index = change.before.components.findIndex(({ key }) => key === component.key)
    const stored = change.before.components[index]
    if (stored && isSame(toComponentData(stored, index), body)) continue
    try {
      if (known !== undefined) await via.call('update_status_page_component', { path: { _id: known }, body })
      else {
        const made = await via.call('create_status_page_component', { body: { status_page_id: id, ...body } })
        progress.created.set(component.key, made.id)
      }
    } catch (error) {
      throw new ComponentRejected(component.key, error)
    }
  }
  progress.password = undefined
  return id
}

/** Who may open a new page until its password is set: as few as possible. */
const untilPassword = { visibility: 'users', is_published: false } satisfies Partial<StatusPageCreateData>

/** The API requires a page before its password, and the password before the visibility. */
async function savePage(via: Client, change: SavedChange, progress: SaveProgress): Promise<number> {
  const body = toStatusPageData(change.after)
  const isPasswordNew = hasNewPassword(change, progress)
  if (progress.pageId === undefined) {
    const first = isPasswordNew ? { ...body, ...untilPassword } : body
    progress.pageId = (await via.call('create_status_page', { body: first })).id
    if (!isPasswordNew) return progress.pageId
    progress.half = 'page'
  }
  const path = { _id: progress.pageId }
  try {
    if (isPasswordNew) await savePassword(via, change, progress)
    if (!isSame(toStatusPageData(change.before), body)) await via.call('update_status_page', { path, body })
  } catch (error) {
    throw progress.half ? new HalfSaved(progress.half, error) : error
  }
  progress.half = undefined
  return progress.pageId
}

/** Sets the password once: a second time, visitors who have entered it would have to enter it again. */
async function savePassword(via: Client, { password = '' }: SavedChange, progress: SaveProgress): Promise<void> {
  if (progress.password === password) return
  await via.call('change_status_page_password', { path: { _id: progress.pageId ?? 0 }, body: { password } })
  progress.password = password
  progress.hasPassword = true
  progress.half ??= 'password'
}

async function savePictures(via: Client, { before, after }: SavedChange, id: number): Promise<void> {
  const changed = (['logo', 'favicon'] as const).filter((kind) => !isSame(before[kind], after[kind]))
  if (changed.length === 0) return
  const body = Object.fromEntries(changed.map((kind) => [kind, after[kind]]))
  await via.call('update_status_page_pictures', { path: { _id: id }, body })
}

async function deleteComponents(via: Client, { before, after }: SavedChange, progress: SaveProgress): Promise<void> {
  const kept = new Set(after.components.map(({ key }) => key))
  const stored = [...before.components.map(({ key, id }) => [key, id] as const), ...progress.created]
  for (const [key, id] of stored) {
    if (kept.has(key) || id === null || progress.deleted.has(id)) continue
    await via.call('delete_status_page_component', { path: { _id: id } })
    progress.deleted.add(id)
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
