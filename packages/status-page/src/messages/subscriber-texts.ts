import type { PageLanguage } from '../view.ts'

/** The texts of messages to subscribers, besides those of the page. */
export interface SubscriberTexts {
  readonly confirmSubject: (page: string) => string
  readonly confirmOpening: (page: string) => string
  readonly confirmButton: string
  readonly confirmValidity: string
  readonly confirmOtherwise: string
  readonly knownSubject: (page: string) => string
  readonly knownOpening: (page: string) => string
  readonly knownButton: string
  readonly knownOtherwise: string
  readonly openPost: string
  readonly why: (page: string) => string
  readonly manage: string
  readonly unsubscribe: string
}

const english: SubscriberTexts = {
  confirmSubject: (page) => `Confirm your subscription: ${page}`,
  confirmOpening: (page) =>
    `This address was entered to get updates from the status page “${page}” by e-mail. We send no updates until you confirm this address.`,
  confirmButton: 'Confirm the subscription',
  confirmValidity: 'The link is valid for 48 hours.',
  confirmOtherwise: 'If you did not ask for this, ignore this message: you will get no further e-mails.',
  knownSubject: (page) => `You are already subscribed: ${page}`,
  knownOpening: (page) =>
    `This address was entered to get updates from the status page “${page}” by e-mail. It is already subscribed. Nothing has changed.`,
  knownButton: 'Change the subscription',
  knownOtherwise: 'If you did not ask for this, ignore this message.',
  openPost: 'Open on the status page',
  why: (page) => `You get this message because you subscribed to the status page “${page}”.`,
  manage: 'Change the subscription',
  unsubscribe: 'Unsubscribe',
}

const polish: SubscriberTexts = {
  confirmSubject: (page) => `Potwierdź subskrypcję: ${page}`,
  confirmOpening: (page) =>
    `Ktoś podał ten adres, aby otrzymywać e-mailem aktualności ze strony statusu „${page}”. Bez potwierdzenia niczego nie wyślemy.`,
  confirmButton: 'Potwierdź subskrypcję',
  confirmValidity: 'Link jest ważny 48 godzin.',
  confirmOtherwise: 'Jeśli to nie Ty, zignoruj tę wiadomość: więcej nic nie wyślemy.',
  knownSubject: (page) => `Masz już subskrypcję: ${page}`,
  knownOpening: (page) =>
    `Ktoś podał ten adres, aby otrzymywać e-mailem aktualności ze strony statusu „${page}”. Ten adres już je otrzymuje i nic się nie zmieniło.`,
  knownButton: 'Zmień subskrypcję',
  knownOtherwise: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
  openPost: 'Zobacz na stronie statusu',
  why: (page) => `Dostajesz tę wiadomość, bo subskrybujesz stronę statusu „${page}”.`,
  manage: 'Zmień subskrypcję',
  unsubscribe: 'Zrezygnuj z subskrypcji',
}

export const subscriberTexts: Readonly<Record<PageLanguage, SubscriberTexts>> = { en: english, pl: polish }
