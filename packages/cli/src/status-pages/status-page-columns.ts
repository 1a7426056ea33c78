import type { StatusPage, StatusPageComponent, StatusPagePost } from '@wachta/client'
import type { CliLanguage } from '../frame/localized-text.ts'
import type { OutputColumn } from '../frame/output.ts'
import { findStateLabel } from '../kinds/state-labels.ts'
import { formatRelativeTime } from '../times/time-text.ts'

/** A page with the number of its open posts. */
interface ListedStatusPage extends StatusPage {
  readonly open_posts: number
}

export const getStatusPageColumns = (language: CliLanguage): OutputColumn<ListedStatusPage>[] => [
  { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
  { title: { en: 'Title', pl: 'Tytuł' }, value: ({ title }) => title },
  { title: { en: 'Slug', pl: 'Adres' }, value: ({ slug }) => slug, isNeverCut: true },
  { title: { en: 'Visibility', pl: 'Widoczność' }, value: ({ visibility }) => visibility, isNeverCut: true },
  {
    title: { en: 'Published', pl: 'Opublikowana' },
    value: ({ is_published }) => findStateLabel('status-pages', 'is_published', is_published)?.[language],
    isNeverCut: true,
  },
  { title: { en: 'Open posts', pl: 'Otwarte wpisy' }, value: ({ open_posts }) => open_posts, isNumber: true },
]

export const componentColumns: readonly OutputColumn<StatusPageComponent>[] = [
  { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
  { title: { en: 'Component', pl: 'Komponent' }, value: ({ name }) => name },
  { title: { en: 'Section', pl: 'Sekcja' }, value: ({ section }) => section },
  {
    title: { en: 'Shows', pl: 'Pokazuje' },
    value: ({ service, group, service_id, group_id, manual_status }) =>
      service?.name ?? group?.name ?? manual_status ?? `#${service_id ?? group_id}`,
  },
]

export const getPostColumns = (language: CliLanguage, now: Date): OutputColumn<StatusPagePost>[] => [
  { title: { en: 'ID', pl: 'ID' }, value: ({ id }) => id, isNeverCut: true, isNumber: true },
  { title: { en: 'Post', pl: 'Wpis' }, value: ({ title }) => title },
  {
    title: { en: 'State', pl: 'Stan' },
    value: ({ state, is_draft }) => (is_draft ? `${state} (${draft[language]})` : state),
    isNeverCut: true,
  },
  { title: { en: 'Impact', pl: 'Wpływ' }, value: ({ impact }) => impact, isNeverCut: true },
  {
    title: { en: 'Start', pl: 'Początek' },
    value: ({ start_time }) => formatRelativeTime(start_time, now, language),
    isNeverCut: true,
  },
]

const draft = { en: 'draft', pl: 'szkic' }
