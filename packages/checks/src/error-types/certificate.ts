import type { ErrorTypeGroup } from './error-type.ts'

export const certificateErrors: ErrorTypeGroup = {
  id: 'certificate',
  firstId: 400,
  name: { pl: 'Certyfikat', en: 'Certificate' },
  description: {
    pl: 'Szyfrowanie działa, ale certyfikat serwera jest nieważny, niezaufany albo wkrótce wygaśnie.',
    en: 'Encryption works, but the certificate of the server is invalid, untrusted or about to expire.',
  },
  types: [
    {
      id: 401,
      kind: 'tls_certificate_expired',
      categories: ['certificate'],
      name: { pl: 'Certyfikat wygasł', en: 'Certificate expired' },
      description: {
        pl: 'Okres ważności certyfikatu serwera już się skończył.',
        en: 'The validity period of the server certificate has ended.',
      },
      diagnosis: {
        pl: 'Nie zadziałało automatyczne odnowienie albo odnowiono plik, ale serwera nie przeładowano.',
        en: 'Automatic renewal failed, or the file was renewed but the server was not reloaded.',
      },
      nextSteps: {
        pl:
          'Odczytaj daty: `openssl s_client -connect HOST:PORT -servername HOST </dev/null | openssl x509 -noout ' +
          '-dates`. Odnów certyfikat i przeładuj serwer.',
        en:
          'Read the dates: `openssl s_client -connect HOST:PORT -servername HOST </dev/null | openssl x509 -noout ' +
          '-dates`. Renew the certificate and reload the server.',
      },
    },
    {
      id: 402,
      kind: 'tls_certificate_not_yet_valid',
      categories: ['certificate'],
      name: { pl: 'Certyfikat jeszcze nieważny', en: 'Certificate not valid yet' },
      description: {
        pl: 'Data początku ważności certyfikatu jest w przyszłości.',
        en: 'The start date of the certificate lies in the future.',
      },
      diagnosis: {
        pl: 'Certyfikat wystawiono z przyszłą datą albo zegar wystawcy lub maszyny, na której powstał, był źle ustawiony.',
        en:
          'The certificate was issued ahead of time, or the clock of the issuer or of the machine that made it was ' +
          'wrong.',
      },
      nextSteps: {
        pl:
          'Odczytaj datę notBefore: `openssl x509 -noout -dates -in CERTYFIKAT.pem`. Przywróć poprzedni certyfikat ' +
          'do czasu, aż nowy zacznie obowiązywać.',
        en:
          'Read notBefore: `openssl x509 -noout -dates -in CERTIFICATE.pem`. Put the previous certificate back until ' +
          'the new one becomes valid.',
      },
    },
    {
      id: 403,
      kind: 'tls_certificate_wrong_host',
      categories: ['certificate'],
      name: { pl: 'Certyfikat wystawiony dla innej nazwy', en: 'Certificate issued for another name' },
      description: {
        pl: 'Nazwy, z którą łączył się sensor, nie ma w certyfikacie.',
        en: 'The name the sensor connected to is not in the certificate.',
      },
      diagnosis: {
        pl:
          'Serwer pokazuje certyfikat domyślny, na liście brakuje tej nazwy (na przykład z „www”) lub DNS prowadzi ' +
          'gdzie indziej.',
        en:
          'The server shows its default certificate, the name is missing from the list (the "www" one, say), or DNS ' +
          'leads elsewhere.',
      },
      nextSteps: {
        pl:
          'Zobacz nazwy: `openssl s_client -connect HOST:PORT -servername HOST </dev/null | openssl x509 -noout -ext ' +
          'subjectAltName`. Wystaw certyfikat z tą nazwą.',
        en:
          'See the names: `openssl s_client -connect HOST:PORT -servername HOST </dev/null | openssl x509 -noout ' +
          '-ext subjectAltName`. Reissue with this name.',
      },
    },
    {
      id: 404,
      kind: 'tls_certificate_self_signed',
      categories: ['certificate'],
      name: { pl: 'Certyfikat samopodpisany', en: 'Self-signed certificate' },
      description: {
        pl: 'Serwer przedstawił certyfikat podpisany własnym kluczem, a nie przez urząd certyfikacji.',
        en: 'The server presented a certificate signed with its own key, not by an authority.',
      },
      diagnosis: {
        pl:
          'Certyfikat domyślny po instalacji, ruch przechwycony przez urządzenie pośrednie albo usługa z założenia ' +
          'wewnętrzna.',
        en:
          'The default certificate of a fresh installation, a device in the middle, or a service meant to be ' +
          'internal.',
      },
      nextSteps: {
        pl:
          'Wgraj certyfikat od zaufanego urzędu. Jeśli samopodpisany jest zamierzony, wyłącz weryfikację ' +
          'certyfikatu w ustawieniach usługi.',
        en:
          'Install a certificate from a trusted authority. If self-signed is intended, turn off certificate ' +
          'verification in the service settings.',
      },
    },
    {
      id: 405,
      kind: 'tls_certificate_untrusted',
      categories: ['certificate'],
      name: { pl: 'Niezaufany wystawca certyfikatu', en: 'Untrusted certificate issuer' },
      description: {
        pl: 'Łańcuch certyfikatów kończy się urzędem, którego nie ma wśród zaufanych.',
        en: 'The certificate chain ends at an authority that is not trusted.',
      },
      diagnosis: {
        pl: 'Prywatny urząd certyfikacji, urząd usunięty z list zaufania albo urządzenie, które podmienia certyfikaty.',
        en: 'A private authority, an authority removed from trust stores, or a device that replaces certificates.',
      },
      nextSteps: {
        pl:
          'Sprawdź wystawcę: `openssl s_client -connect HOST:PORT -showcerts`. Użyj publicznego urzędu lub ' +
          'wyłącz weryfikację certyfikatu w ustawieniach usługi.',
        en:
          'Look at the issuer: `openssl s_client -connect HOST:PORT -showcerts`. Use a public authority or turn ' +
          'off certificate verification in the service settings.',
      },
    },
    {
      id: 406,
      kind: 'tls_certificate_chain_incomplete',
      categories: ['certificate'],
      name: { pl: 'Niepełny łańcuch certyfikatów', en: 'Incomplete certificate chain' },
      description: {
        pl: 'Serwer nie przysłał certyfikatu pośredniego i podpisu nie da się sprawdzić.',
        en: 'The server did not send an intermediate certificate, so the signature cannot be verified.',
      },
      diagnosis: {
        pl: 'Wgrano sam certyfikat serwera bez pośrednich. Przeglądarki często to ukrywają, bo mają je w pamięci.',
        en: 'Only the server certificate was installed. Browsers often hide this because they remember intermediates.',
      },
      nextSteps: {
        pl:
          'Ustaw w serwerze plik z pełnym łańcuchem (fullchain) i sprawdź `openssl s_client -connect HOST:PORT ' +
          '-showcerts`.',
        en:
          'Configure the full chain file (fullchain) and check with `openssl s_client -connect HOST:PORT ' +
          '-showcerts`.',
      },
    },
    {
      id: 407,
      kind: 'tls_certificate_revoked',
      categories: ['certificate'],
      name: { pl: 'Certyfikat unieważniony', en: 'Certificate revoked' },
      description: {
        pl: 'Urząd certyfikacji unieważnił ten certyfikat przed końcem jego ważności.',
        en: 'The authority revoked this certificate before its end date.',
      },
      diagnosis: {
        pl: 'Zgłoszono wyciek klucza, błąd przy wystawieniu albo zmieniono właściciela domeny.',
        en: 'The key was reported as leaked, the certificate was misissued, or the domain changed hands.',
      },
      nextSteps: {
        pl: 'Wygeneruj nowy klucz, wystaw nowy certyfikat i przeładuj serwer. Ustal u wystawcy powód unieważnienia.',
        en: 'Create a new key, issue a new certificate and reload the server. Ask the issuer why it was revoked.',
      },
    },
    {
      id: 408,
      kind: 'tls_certificate_weak',
      categories: ['certificate'],
      name: { pl: 'Zbyt słaby certyfikat', en: 'Certificate too weak' },
      description: {
        pl: 'Klucz certyfikatu jest za krótki albo podpis używa wycofanej funkcji skrótu.',
        en: 'The key of the certificate is too short, or its signature uses a retired hash.',
      },
      diagnosis: {
        pl: 'Stary certyfikat z kluczem RSA poniżej 2048 bitów lub z podpisem MD5 albo SHA-1.',
        en: 'An old certificate with an RSA key under 2048 bits, or signed with MD5 or SHA-1.',
      },
      nextSteps: {
        pl:
          'Sprawdź `openssl x509 -noout -text -in CERTYFIKAT.pem`. Wystaw nowy z kluczem RSA 2048, lepiej ECDSA ' +
          'P-256, i SHA-256.',
        en:
          'Check `openssl x509 -noout -text -in CERTIFICATE.pem`. Issue a new one with RSA 2048, better ECDSA P-256, ' +
          'and SHA-256.',
      },
    },
    {
      id: 409,
      kind: 'tls_certificate_expiring',
      categories: ['certificate'],
      name: { pl: 'Certyfikat wkrótce wygaśnie', en: 'Certificate expires soon' },
      description: {
        pl: 'Certyfikat jest ważny, ale do jego końca zostało mniej dni niż próg w ustawieniach usługi.',
        en: 'The certificate is valid, but fewer days are left than the threshold in the service settings.',
      },
      diagnosis: {
        pl: 'Nie zadziałało automatyczne odnowienie albo serwer nadal używa poprzedniego pliku.',
        en: 'Automatic renewal did not work, or the server still uses the previous file.',
      },
      nextSteps: {
        pl:
          'Sprawdź odnawianie, na przykład `certbot renew --dry-run` i `systemctl list-timers`, potem przeładuj ' +
          'serwer.',
        en:
          'Check the renewal, for example `certbot renew --dry-run` and `systemctl list-timers`, then reload the ' +
          'server.',
      },
    },
    {
      id: 410,
      kind: 'tls_certificate_intermediate_expired',
      categories: ['certificate'],
      name: { pl: 'Wygasł certyfikat pośredni', en: 'Intermediate certificate expired' },
      description: {
        pl: 'Certyfikat serwera jest ważny, ale wygasł inny certyfikat w łańcuchu.',
        en: 'The certificate of the server is valid, but another one in the chain has expired.',
      },
      diagnosis: {
        pl: 'Serwer wysyła stary certyfikat pośredni, choć wystawca opublikował już nowy.',
        en: 'The server sends an old intermediate although the issuer has published a new one.',
      },
      nextSteps: {
        pl:
          'Pobierz aktualny łańcuch od wystawcy, podmień plik i przeładuj serwer. Sprawdź `openssl s_client -connect ' +
          'HOST:PORT -showcerts`.',
        en:
          'Get the current chain from the issuer, replace the file and reload. Check with `openssl s_client -connect ' +
          'HOST:PORT -showcerts`.',
      },
    },
    {
      id: 411,
      kind: 'tls_certificate_invalid',
      categories: ['certificate'],
      name: { pl: 'Certyfikat niepoprawny', en: 'Certificate invalid' },
      description: {
        pl: 'Podpis, budowa lub przeznaczenie certyfikatu są nieprawidłowe.',
        en: 'The signature, the structure or the purpose of the certificate is wrong.',
      },
      diagnosis: {
        pl: 'Uszkodzony plik, certyfikat klienta użyty na serwerze albo pośredni bez prawa do wystawiania.',
        en: 'A damaged file, a client certificate used on a server, or an intermediate that may not issue.',
      },
      nextSteps: {
        pl:
          'Sprawdź `openssl verify -purpose sslserver -untrusted LANCUCH.pem CERTYFIKAT.pem` i wystaw certyfikat ' +
          'ponownie.',
        en:
          'Run `openssl verify -purpose sslserver -untrusted CHAIN.pem CERTIFICATE.pem` and issue the certificate ' +
          'again.',
      },
    },
  ],
}
