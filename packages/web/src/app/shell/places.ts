import type { IconName } from '../../ui/icon.tsx'
import type { MessageKey } from '../registry/messages.en.ts'

/** A route can add itself to the menu with `staticData`; it is listed after the entries below. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly place?: Pick<MenuEntry, 'name' | 'icon'>
  }
}

export interface MenuEntry {
  readonly to:
    | '/'
    | '/services'
    | '/sensors'
    | '/account'
    | '/incidents'
    | '/messages'
    | '/maintenance'
    | '/corrections'
    | '/contacts'
    | '/escalations'
    | '/diagnostics'
    | '/administration'
    | '/errors'
  readonly name: MessageKey
  readonly icon: IconName
  /** Only for administrators, and for accounts on which others may depend. */
  readonly isForResellers?: boolean
}

/** The menu entries, most frequently used first. */
export const places: readonly MenuEntry[] = [
  { to: '/', name: 'nav.dashboard', icon: 'dashboard' },
  { to: '/services', name: 'nav.services', icon: 'services' },
  { to: '/incidents', name: 'nav.incidents', icon: 'events' },
  { to: '/messages', name: 'nav.notifications', icon: 'messages' },
  { to: '/contacts', name: 'nav.contacts', icon: 'people' },
  { to: '/escalations', name: 'nav.escalations', icon: 'escalations' },
  { to: '/maintenance', name: 'nav.maintenance', icon: 'maintenance' },
  { to: '/corrections', name: 'nav.corrections', icon: 'corrections' },
  { to: '/sensors', name: 'nav.sensors', icon: 'sensors' },
  { to: '/diagnostics', name: 'nav.diagnostics', icon: 'diagnostics' },
  { to: '/errors', name: 'nav.errors', icon: 'errors' },
  { to: '/account', name: 'nav.account', icon: 'account' },
  { to: '/administration', name: 'nav.administration', icon: 'administration', isForResellers: true },
]
