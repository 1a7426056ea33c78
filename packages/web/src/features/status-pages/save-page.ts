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
  /** The part of the page that is saved while the rest is not. */
  savedPart: HalfSaved['saved'] | undefined
}

export const makeSaveProgress = (page: Partial<StatusPage> = {}): SaveProgress => ({
  ...{ pageId: page.id, created: new Map(), deleted: new Set(), savedPart: undefined },
  ...{ hasPassword: page.has_password ?? false, password: undefined },
})

/** Copies the progress for a dry run, which saves nothing. */
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
    const componentId = component.id ?? progress.created.get(component.key)
    const index = change.before.components.findIndex(({ key }) => key === component.key)
    const stored = change.before.components[index]
    if (stored && isSame(toComponentData(stored, index), body)) continue
    try {
      if (componentId !== undefined)
        await via.call('update_status_page_component', { path: { _id: componentId }, body })
      else {
        const created = await via.call('create_status_page_component', { body: { status_page_id: id, ...body } })
        progress.created.set(component.key, created.id)
      }
    } catch (error) {
      throw new ComponentRejected(component.key, error)
    }
  }
  progress.password = undefined
  return id
}

/** The settings of a new page until its password is set, with which as few people as possible can open it. */
const settingsUntilPassword = { visibility: 'users', is_published: false } satisfies Partial<StatusPageCreateData>

/** The API requires a page before its password, and the password before the visibility. */
async function savePage(via: Client, change: SavedChange, progress: SaveProgress): Promise<number> {
  const body = toStatusPageData(change.after)
  const isPasswordNew = hasNewPassword(change, progress)
  if (progress.pageId === undefined) {
    const initialBody = isPasswordNew ? { ...body, ...settingsUntilPassword } : body
    progress.pageId = (await via.call('create_status_page', { body: initialBody })).id
    if (!isPasswordNew) return progress.pageId
    progress.savedPart = 'page'
  }
  const path = { _id: progress.pageId }
  try {
    if (isPasswordNew) await savePassword(via, change, progress)
    if (!isSame(toStatusPageData(change.before), body)) await via.call('update_status_page', { path, body })
  } catch (error) {
    throw progress.savedPart ? new HalfSaved(progress.savedPart, error) : error
  }
  progress.savedPart = undefined
  return progress.pageId
}

/** Sets the password once: a second time, visitors who have entered it would have to enter it again. */
async function savePassword(via: Client, { password = '' }: SavedChange, progress: SaveProgress): Promise<void> {
  if (progress.password === password) return
  await via.call('change_status_page_password', { path: { _id: progress.pageId ?? 0 }, body: { password } })
  progress.password = password
  progress.hasPassword = true
  progress.savedPart ??= 'password'
}

async function savePictures(via: Client, { before, after }: SavedChange, id: number): Promise<void> {
  const changedKinds = (['logo', 'favicon'] as const).filter((kind) => !isSame(before[kind], after[kind]))
  if (changedKinds.length === 0) return
  const body = Object.fromEntries(changedKinds.map((kind) => [kind, after[kind]]))
  await via.call('update_status_page_pictures', { path: { _id: id }, body })
}

async function deleteComponents(via: Client, { before, after }: SavedChange, progress: SaveProgress): Promise<void> {
  const remainingKeys = new Set(after.components.map(({ key }) => key))
  const stored = [...before.components.map(({ key, id }) => [key, id] as const), ...progress.created]
  for (const [key, id] of stored) {
    if (remainingKeys.has(key) || id === null || progress.deleted.has(id)) continue
    await via.call('delete_status_page_component', { path: { _id: id } })
    progress.deleted.add(id)
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
