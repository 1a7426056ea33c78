import type { branding as english } from './messages.en.ts'

export const branding: Readonly<Record<keyof typeof english, string>> = {
  'branding.title': 'Wygląd dokumentów',
  'branding.text':
    'Twoja nazwa, logo i kolor na raportach, które dostają klienci. Konta podrzędne dziedziczą to, czego same nie ustawią.',
  'branding.name': 'Nazwa na dokumentach',
  'branding.logo': 'Logo',
  'branding.logoHint':
    'PNG, JPEG lub SVG bez zewnętrznych plików, najwyżej 256 KiB. Nazwa i logo są dziedziczone razem.',
  'branding.logoUnusable': 'Wybierz plik PNG, JPEG lub SVG do 256 KiB.',
  'branding.removeLogo': 'Usuń logo',
  'branding.colour': 'Kolor przewodni',
  'branding.pick': 'Wybierz kolor',
  'branding.contact_text': 'Osoba lub dział do kontaktu',
  'branding.contact_email_address': 'E-mail kontaktowy',
  'branding.contact_phone_number': 'Telefon kontaktowy',
  'branding.contact_url': 'Strona internetowa',
  'branding.inherited': 'Odziedziczone po koncie, które zarządza Twoim.',
  'branding.saved': 'Zapisano wygląd dokumentów.',
  'branding.deleteAsk': 'Usunąć ustawienia wyglądu?',
  'branding.deleteMeans': 'Znów będą obowiązywać wartości odziedziczone albo domyślne.',
  'branding.deleted': 'Usunięto ustawienia wyglądu.',
  'branding.sampleTitle': 'Dostępność, październik 2026',
  'branding.sampleBelow': '1–31 października 2026',
  'branding.previewText': 'Tak zaczyna się i kończy raport. Edytor szablonu raportu pokazuje cały dokument.',
}
