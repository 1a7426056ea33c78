/** What a tab tells the hub. It is sent again every few seconds, so that the hub notices tabs that have gone. */
export type TabMessage =
  | {
      readonly kind: 'follow'
      readonly token: string
      /** The language of error messages. */
      readonly language: string
      readonly isOnline: boolean
    }
  | { readonly kind: 'leave' }

/** The state of a stream; `refused` if its session has ended. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'late'; readonly since: number; readonly reason: string }
  | { readonly kind: 'refused' }

/** What the hub tells a tab. The token names the session, because a tab may have changed to another one meanwhile. */
export type HubMessage =
  | { readonly kind: 'state'; readonly token: string; readonly state: LiveState }
  | { readonly kind: 'event'; readonly token: string; readonly event: string; readonly data: string }
