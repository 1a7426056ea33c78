import { joinLines, markup } from '../markup.ts'
import { renderMailDocument } from './mail-document.ts'
import type { MailContext, SubscriberMail } from './message-page.ts'
import { subscriberTexts } from './subscriber-texts.ts'

export interface ConfirmationMail extends MailContext {
  /** Whether the address is subscribed already. Only the e-mail says so; the page looks the same in both cases. */
  readonly isKnown: boolean
  /** Where the reader confirms or changes the subscription. */
  readonly url: string
}

/**
 * The e-mail that is sent after a sign-up. Strangers can enter any address, so nothing in a title may become a link.
 */
export function renderConfirmationMail({ page, language, isKnown, url }: ConfirmationMail): SubscriberMail {
  const texts = subscriberTexts[language]
  const title = preventAutoLink(joinLines(page.title))
  const subject = isKnown ? texts.knownSubject(title) : texts.confirmSubject(title)
  const opening = isKnown ? texts.knownOpening(title) : texts.confirmOpening(title)
  const label = isKnown ? texts.knownButton : texts.confirmButton
  const closing = isKnown ? [texts.knownOtherwise] : [texts.confirmValidity, texts.confirmOtherwise]
  const plainPage = { ...page, brandName: preventAutoLink(page.brandName), footer: '' }
  return {
    sender: title,
    subject,
    text: `${[opening, `${label}:\n${url}`, ...closing, `-- \n${joinLines(page.url)}`].join('\n\n')}\n`,
    html: renderMailDocument({
      page: plainPage,
      language,
      subject,
      main: markup`<p>${opening}</p>`,
      button: { label, url },
      small: markup`${closing.map((line) => markup`<p>${line}</p>`)}<p>${page.url}</p>`,
    }),
  }
}

/** A zero-width space keeps mail programs from turning the text into a link. */
const preventAutoLink = (text: string): string => text.replaceAll(/(?<=\S)[.:/@](?=\S)/g, '$&\u200b')
