import type { IconName } from '../../ui/icon.tsx'
import type { MessageKey } from '../registry/messages.en.ts'

/** A route can add itself to the menu with `staticData`; such entries are listed before the account. */
declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly place?: Pick<MenuEntry, 'name' | 'icon' | 'keywords'>
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
  /** The key that opens the page if pressed after `g`. */
  readonly letter?: string
  /** Other words that people search for in the command palette, in every language. */
  readonly keywords?: readonly string[]
  /** Whether only administrators and resellers see the entry. */
  readonly isForResellers?: boolean
}

/** The menu entries, most frequently used first. */
export const menuEntries: readonly MenuEntry[] = [
  { to: '/', name: 'nav.dashboard', icon: 'dashboard', letter: 'd', keywords: ['home', 'start', 'status'] },
  { to: '/services', name: 'nav.services', icon: 'services', letter: 's', keywords: ['monitors', 'monitory'] },
  {
    to: '/incidents',
    name: 'nav.incidents',
    icon: 'events',
    letter: 'i',
    keywords: ['ack', 'acknowledge', 'alerts', 'outage', 'potwierdź', 'alerty', 'awarie'],
  },
  {
    to: '/messages',
    name: 'nav.notifications',
    icon: 'messages',
    letter: 'n',
    keywords: ['sent', 'sms', 'e-mail', 'wysłane'],
  },
  { to: '/contacts', name: 'nav.contacts', icon: 'people', letter: 'c', keywords: ['people', 'on call', 'osoby'] },
  { to: '/escalations', name: 'nav.escalations', icon: 'escalations', letter: 'e', keywords: ['on call', 'dyżur'] },
  {
    to: '/maintenance',
    name: 'nav.maintenance',
    icon: 'maintenance',
    letter: 'm',
    keywords: ['mute', 'downtime', 'quiet hours', 'wycisz', 'przerwa', 'godziny ciszy'],
  },
  {
    to: '/corrections',
    name: 'nav.corrections',
    icon: 'corrections',
    keywords: ['sla', 'service level', 'availability', 'dostępność', 'poziom usług'],
  },
  { to: '/sensors', name: 'nav.sensors', icon: 'sensors', keywords: ['map', 'locations', 'mapa', 'lokalizacje'] },
  { to: '/diagnostics', name: 'nav.diagnostics', icon: 'diagnostics', keywords: ['dig', 'dns', 'traceroute'] },
  { to: '/errors', name: 'nav.errors', icon: 'errors', keywords: ['codes', 'kody'] },
  { to: '/account', name: 'nav.account', icon: 'account', letter: 'a', keywords: ['settings', 'ustawienia'] },
  {
    to: '/administration',
    name: 'nav.administration',
    icon: 'administration',
    keywords: ['customers', 'sub-accounts', 'packages', 'klienci', 'konta podrzędne', 'pakiety'],
    isForResellers: true,
  },
]
