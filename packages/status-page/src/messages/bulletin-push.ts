import { shortenLine } from '../markdown.ts'
import { type Bulletin, describeForChat } from './bulletin.ts'
import { subscriberTexts } from './subscriber-texts.ts'

/** The content of a push message, which the service worker of a page shows in a browser. */
export interface PushContent {
  readonly title: string
  readonly body: string
  /** The path of the post below the page. */
  readonly path: string
  /** A newer notification with the same tag replaces the former one. */
  readonly tag: string
  readonly language: string
  /** The label of the button that ends the subscription. */
  readonly unsubscribe: string
}

/** About as much as browsers show. With any characters, the push message stays below 4096 bytes. */
const [maxTitleLength, maxBodyLength] = [120, 240]

/** The push message of a bulletin. */
export function renderBulletinPush(bulletin: Bulletin): PushContent {
  const { language, post } = bulletin
  const { page = '', title = '', state = '', text = '' } = describeForChat(bulletin)
  return {
    title: shortenLine(`${page}: ${title}`, maxTitleLength),
    body: shortenLine(text === '' ? state : `${state}: ${text}`, maxBodyLength),
    path: `posts/${encodeURIComponent(post.publicId)}`,
    tag: post.publicId,
    language,
    unsubscribe: subscriberTexts[language].unsubscribe,
  }
}
