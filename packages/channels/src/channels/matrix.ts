import { defineAddress, isHost } from '../address.ts'
import type { Carriers } from '../carrier.ts'
import { buildDefaultTemplates, defineChannel } from '../channel.ts'
import { buildEndMessage, buildStartMessage } from '../default-texts.ts'
import { createNotConfiguredError, DeliveryError } from '../delivery.ts'
import { createDigestFormat } from '../digest-layouts.ts'
import { plainLayout } from '../layout.ts'
import { joinUrl, sendWithOperatorKey, toDelivery } from '../web-delivery.ts'

export const matrix = defineChannel('matrix', {
  name: { pl: 'Matrix', en: 'Matrix' },
  description: {
    pl: 'Wiadomość w pokoju sieci Matrix, na przykład w aplikacji Element.',
    en: 'A message in a room of the Matrix network, as seen in Element.',
  },
  isStandard: false,
  address: defineAddress({
    format: {
      pl: 'Identyfikator pokoju, na przykład !abc:example.com, albo jego nazwa, na przykład #dyzur:example.com.',
      en: 'The identifier of a room, such as !abc:example.com, or its alias, such as #duty:example.com.',
    },
    maxLength: 255,
    accepts: isRoom,
    good: ['!abcDEF123:example.com', '#duty:example.com', '#dyżur:matrix.example.pl:8448'],
    bad: [
      'duty:example.com',
      '#duty',
      '!:example.com',
      '@duty:example.com',
      '#duty:',
      '#du ty:example.com',
      '#duty:a:x',
    ],
  }),
  maxText: 16_000,
  templates: buildDefaultTemplates({ start: buildStartMessage(plainLayout), end: buildEndMessage(plainLayout) }),
  digest: createDigestFormat(plainLayout, 33),

  async deliver({ id, address, text }, { gateway, matrix: account }) {
    if (account === undefined) throw createNotConfiguredError('Matrix account')
    const room = address.startsWith('#') ? await resolveRoom(address, gateway, account) : address
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(id)}`
    return toDelivery(
      await sendWithOperatorKey(gateway, {
        url: joinUrl(account.url, path),
        method: 'PUT',
        headers: buildAuthorization(account),
        // Not m.notice, because notices cause no notification on devices. The text mentions no users.
        body: { msgtype: 'm.text', body: text, 'm.mentions': {} },
      }),
    )
  },
})

function isRoom(address: string): boolean {
  const [, host] = /^[!#][^\s:]+:([^\s:]+)(?::[0-9]{1,5})?$/.exec(address) ?? []
  return host !== undefined && isHost(host)
}

type Account = NonNullable<Carriers['matrix']>

async function resolveRoom(alias: string, gateway: Carriers['gateway'], account: Account): Promise<string> {
  const url = joinUrl(account.url, `/_matrix/client/v3/directory/room/${encodeURIComponent(alias)}`)
  const { text } = await sendWithOperatorKey(gateway, { url, method: 'GET', headers: buildAuthorization(account) })
  const [, room] = /"room_id"\s*:\s*"(![^"\\]{1,254})"/.exec(text) ?? []
  if (room === undefined) throw new DeliveryError({ answer: 'the alias of the room was not resolved' })
  return room
}

const buildAuthorization = ({ token }: Account) => ({ authorization: `Bearer ${token}` })
