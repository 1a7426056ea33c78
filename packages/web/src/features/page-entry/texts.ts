import { createTexts } from '../../app/i18n/own-texts.ts'

export const pageEntryTexts = createTexts({
  'pageEntry.title': { en: 'Opening the status page', pl: 'Otwieranie strony statusu' },
  'pageEntry.noAccess': { en: 'No access to this status page', pl: 'Brak dostępu do tej strony statusu' },
  'pageEntry.noAccessText': {
    en: 'To get access, ask the person who sent you the address, or sign in as another user.',
    pl: 'Poproś o dostęp osobę, od której masz adres, albo zaloguj się jako inny użytkownik.',
  },
})
