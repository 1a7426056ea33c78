import type { StatusPage, StatusPageComponent, StatusPagePost, StatusPageUpdate } from '@wachta/client'
import type { StoredStatusPage } from './page-values.ts'

/** The page that a post is on. */
export interface PostPage extends StoredStatusPage {
  readonly id: number
  readonly page: StatusPage
  readonly components: readonly StatusPageComponent[]
}

/** A post that exists. */
export interface LoadedPost {
  readonly id: number
  readonly post: StatusPagePost
  /** The newest first. */
  readonly updates: readonly StatusPageUpdate[]
}
