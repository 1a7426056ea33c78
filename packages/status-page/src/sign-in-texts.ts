import type { PageLanguage } from './view.ts'

/** Why a visitor could not sign in. */
export type SignInProblem =
  | 'wrong_password'
  | 'too_many'
  /** A link that was replaced, or an entry that was used before. */
  | 'not_valid'
  /** The api cannot be reached. */
  | 'unavailable'

interface SignInTexts {
  readonly title: string
  /** The text about the credentials that a visitor needs, by the kind of the page. */
  readonly needs: Readonly<Record<'password' | 'link' | 'users', string>>
  readonly password: string
  readonly open: string
  readonly signIn: string
  readonly problem: Readonly<Record<SignInProblem, string>>
}

export const signInTexts: Readonly<Record<PageLanguage, SignInTexts>> = {
  en: {
    title: 'Protected status page',
    needs: {
      password: 'Enter the password to see this page.',
      link: 'This page opens with a link. Ask the owner of the page for the link.',
      users: 'Sign in with your account to see this page.',
    },
    password: 'Password',
    open: 'Open page',
    signIn: 'Sign in',
    problem: {
      wrong_password: 'Wrong password. Try again.',
      too_many: 'Too many attempts. Wait 15 minutes, then try again.',
      not_valid: 'This link is no longer valid.',
      unavailable:
        'You cannot sign in at the moment: the monitoring behind this page cannot be reached. Try again in a few minutes.',
    },
  },
  pl: {
    title: 'Chroniona strona statusu',
    needs: {
      password: 'Podaj hasło, aby zobaczyć tę stronę.',
      link: 'Tę stronę otwiera link. Poproś o niego osobę, która ją prowadzi.',
      users: 'Zaloguj się na swoje konto, aby zobaczyć tę stronę.',
    },
    password: 'Hasło',
    open: 'Otwórz stronę',
    signIn: 'Zaloguj się',
    problem: {
      wrong_password: 'Nieprawidłowe hasło. Spróbuj ponownie.',
      too_many: 'Zbyt wiele prób. Odczekaj 15 minut i spróbuj ponownie.',
      not_valid: 'Ten link jest już nieważny.',
      unavailable:
        'Teraz nie można się zalogować: system, z którego strona bierze dane, nie odpowiada. Spróbuj ponownie za kilka minut.',
    },
  },
}
