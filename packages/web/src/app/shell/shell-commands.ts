import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../i18n/language.tsx'
import { preferences, screenLanguages, usePreferences } from '../i18n/preferences.ts'
import type { Command } from './command.ts'
import { useMenuEntries } from './navigation.tsx'
import { languageNames } from './view-settings.tsx'

/** The commands for the pages of the menu, and for actions that are available on every screen. */
export function useShellCommands(showShortcuts: () => void): readonly Command[] {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { theme, language } = usePreferences()
  const kind = t('palette.action')
  const nextTheme = theme === 'dark' ? 'light' : 'dark'
  const pageCommands = useMenuEntries().map(
    ({ to, name, icon, keywords = [], letter }): Command => ({
      id: to,
      label: t(name),
      kind: t('palette.place'),
      icon,
      keywords,
      ...(letter !== undefined && { shortcut: `g ${letter}` }),
      act: () => void navigate({ to }),
    }),
  )
  return [
    ...pageCommands,
    {
      id: 'wall',
      label: t('wall.open'),
      kind: t('palette.place'),
      icon: 'expand',
      keywords: ['screen', 'tv', 'noc', 'ekran', 'ściana'],
      act: () => void navigate({ to: '/wall' }),
    },
    {
      id: 'theme',
      label: t(`palette.${nextTheme}`),
      kind,
      icon: 'display',
      keywords: ['mode', 'appearance', 'colours', 'tryb', 'wygląd', 'kolory'],
      act: () => preferences.set({ theme: nextTheme }),
    },
    ...screenLanguages
      .filter((each) => each !== language)
      .map(
        (each): Command => ({
          id: `language-${each}`,
          label: t('palette.language', { language: languageNames[each] }),
          kind,
          icon: 'display',
          keywords: ['language', 'język', 'english', 'angielski', 'polish', 'polski'],
          act: () => preferences.set({ language: each }),
        }),
      ),
    {
      id: 'shortcuts',
      label: t('shortcuts.title'),
      kind,
      icon: 'keyboard',
      keywords: ['help', 'keys', 'hotkeys', 'pomoc', 'klawisze'],
      shortcut: '?',
      act: showShortcuts,
    },
  ]
}
