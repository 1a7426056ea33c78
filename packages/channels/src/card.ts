import type { Message } from './message.ts'

/** Builds the message that a workflow of Microsoft Teams accepts: one Adaptive Card at full width. */
export function buildCardMessage(body: readonly object[], actions: readonly object[] = []): object {
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.5',
    msteams: { width: 'Full' },
    body,
    ...(actions.length > 0 && { actions }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  }
}

/** Builds a text whose background has the colour of the message kind. */
export function buildCardText(text: string, kind: Message['kind']): object {
  const styles = { start: 'attention', end: 'good', test: 'accent', code: 'accent' }
  return { type: 'Container', style: styles[kind], bleed: true, items: [{ type: 'TextBlock', text, wrap: true }] }
}
