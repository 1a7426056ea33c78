import { countSecretsBySeal } from '@wachta/api'
import { createVault } from '@wachta/runtime/vault'
import { readSecretKeys } from '../../environment.ts'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

export const secretsCheck: HealthCheck = {
  name: 'secrets',
  title: localized('Secrets', 'Dane poufne'),
  needs: ['schema'],
  async run(context) {
    const vault = createVault(readSecretKeys(context.environment))
    const places = await countSecretsBySeal(context.database(), vault)
    const sum = (state: 'secrets' | 'stale' | 'unreadable') => places.reduce((total, place) => total + place[state], 0)
    const lost = places.filter(({ unreadable }) => unreadable > 0).map(({ place }) => place)
    if (lost.length > 0)
      return problem(
        localized(
          `${sum('unreadable')} of ${sum('secrets')} stored secrets cannot be decrypted with SECRET_KEYS, in ${lost.join(', ')}.`,
          `${sum('unreadable')} z ${sum('secrets')} zapisanych danych poufnych nie da się odszyfrować za pomocą SECRET_KEYS: ${lost.join(', ')}.`,
        ),
        localized('Append the missing key to SECRET_KEYS.', 'Dopisz brakujący klucz na końcu SECRET_KEYS.'),
      )
    if (sum('stale') > 0)
      return warning(
        localized(
          `${sum('stale')} stored secrets are not encrypted with the first key of SECRET_KEYS.`,
          `Dane poufne niezaszyfrowane pierwszym kluczem z SECRET_KEYS: ${sum('stale')}.`,
        ),
        localized('Run `wachta admin keys rotate`.', 'Wykonaj `wachta admin keys rotate`.'),
      )
    return ok(
      `All ${sum('secrets')} stored secrets can be decrypted.`,
      `Wszystkie zapisane dane poufne (${sum('secrets')}) da się odszyfrować.`,
    )
  },
}
