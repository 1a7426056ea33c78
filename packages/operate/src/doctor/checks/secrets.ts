import { secretsBySeal } from '@wachta/api'
import { createVault } from '@wachta/runtime/vault'
import { readSecretKeys } from '../../environment.ts'
import { type HealthCheck, localized, ok, problem, warning } from '../health-check.ts'

export const secretsCheck: HealthCheck = {
  name: 'secrets',
  title: localized('Secrets', 'Dane poufne'),
  needs: ['schema'],
  async look(around) {
    const vault = createVault(readSecretKeys(around.environment))
    const places = await secretsBySeal(around.database(), vault)
    const sum = (of: 'secrets' | 'stale' | 'unreadable') => places.reduce((total, place) => total + place[of], 0)
    const lost = places.filter(({ unreadable }) => unreadable > 0).map(({ place }) => place)
    if (lost.length > 0)
      return problem(
        localized(
          `${sum('unreadable')} of ${sum('secrets')} cannot be read with SECRET_KEYS, in ${lost.join(', ')}.`,
          `${sum('unreadable')} z ${sum('secrets')} nie da się odczytać za pomocą SECRET_KEYS: ${lost.join(', ')}.`,
        ),
        localized('Add the key that is missing behind the others.', 'Dodaj brakujący klucz za pozostałymi.'),
      )
    if (sum('stale') > 0)
      return warning(
        localized(
          `${sum('stale')} are not encrypted with the first of SECRET_KEYS.`,
          `${sum('stale')} nie jest zaszyfrowanych pierwszym z SECRET_KEYS.`,
        ),
        localized('Run `wachta admin keys rotate`.', 'Wykonaj `wachta admin keys rotate`.'),
      )
    return ok(`All ${sum('secrets')} can be read.`, `Wszystkie (${sum('secrets')}) da się odczytać.`)
  },
}
