/** A message of a tab to the hub. `follow` is repeated every 20 seconds, so that the hub notices closed tabs. */
export type TabMessage =
  | {
      readonly kind: 'follow'
      readonly token: string
      /** The language of error messages. */
      readonly language: string
      readonly isOnline: boolean
    }
  | { readonly kind: 'leave' }

/** The state of a stream; `sessionEnded` if the API rejects the token of its session. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'delayed'; readonly since: number; readonly reason: string }
  | { readonly kind: 'sessionEnded' }

/** The message of the hub to a tab. It names the session by its token, because the tab may have changed the session. */
export type HubMessage =
  | { readonly kind: 'state'; readonly token: string; readonly state: LiveState }
  | { readonly kind: 'event'; readonly token: string; readonly event: string; readonly data: string }
